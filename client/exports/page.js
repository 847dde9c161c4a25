"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const [wide, high] = data.cell, [left, top_, columns, rows] = data.room;
  const find = (name) => document.getElementById(name);
  const placed = (number, row, x = 0, y = 0) =>
    `<g transform="translate(${x * wide} ${(y + row) * high})">${data.drawn[number]}</g>`;
  const picture = (inside, across, down) =>
    `<svg viewBox="0 0 ${across * wide} ${down * high}" width="${across * wide}" role="img">${inside}</svg>`;
  const stack = (numbers, across) =>
    picture(numbers.map((number, row) => placed(number, row)).join(""), across, numbers.length);
  let now = 0, timer = 0;

  function board(frame) {
    const [x, y, tileWide, tileHigh, lines] = frame.board.length ? frame.board : [0, 0, 0, 0, []];
    const paper = '<rect class="paper" width="100%" height="100%"/>';
    const inside = lines.map((number, row) => placed(number, row, (x - left) * tileWide, (top_ - y) * tileHigh));
    return picture(paper + inside.join(""), columns, rows);
  }

  function hand([name, across, lines]) {
    const whole = document.createElement("div"), title = document.createElement("h3");
    title.textContent = name;
    whole.append(title);
    whole.insertAdjacentHTML("beforeend", stack(lines, across));
    return whole;
  }

  function show(at) {
    now = Math.max(0, Math.min(at, data.frames.length - 1));
    const frame = data.frames[now], [, round, turn] = frame.at;
    find("board").innerHTML = board(frame);
    find("players").innerHTML = stack(frame.players[1], frame.players[0]);
    find("hands").replaceChildren(...frame.hands.map(hand));
    find("at").value = now;
    find("where").textContent = round
      ? data.round.replace("{}", round) + (turn ? ", " + data.turn.replace("{}", turn) : "")
      : data.before;
    const lines = find("story").children;
    for (let place = 0; place < lines.length; place++) {
      lines[place].classList.toggle("later", place >= frame.told);
      lines[place].classList.toggle("now", data.story[place][2] === now);
    }
    const last = lines[frame.told - 1];
    if (last) find("story").scrollTop = last.offsetTop - find("story").offsetTop - find("story").clientHeight / 2;
    document.body.dataset.at = frame.at[0];
  }

  function stop() { clearInterval(timer); ticks(0); }

  function ticks(by) { timer = by; find("play").setAttribute("aria-pressed", Boolean(by)); }

  function play() {
    if (timer) return stop();
    if (now === data.frames.length - 1) show(0);
    const speed = Number(find("speed").value);
    ticks(setInterval(() => { show(now + 1); if (now === data.frames.length - 1) stop(); }, 2400 / speed ** 1.3));
  }

  function faster(by) {
    find("speed").value = Number(find("speed").value) + by;
    if (timer) { stop(); play(); }
  }

  function go(at) { stop(); show(at); }

  function round(step) {
    const wanted = data.frames[now].at[1] + step;
    const found = data.frames.findIndex((frame) => frame.at[1] === wanted);
    go(found < 0 ? (step > 0 ? data.frames.length - 1 : 0) : found);
  }

  const keys = {
    ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1), Home: () => go(0),
    End: () => go(data.frames.length - 1), PageDown: () => round(1), PageUp: () => round(-1), " ": play,
    "+": () => faster(1), "-": () => faster(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    if (event.key.startsWith("Arrow") && event.target.id === "speed") return;
    event.preventDefault();
    keys[event.key]();
  });
  find("at").max = data.frames.length - 1;
  find("at").addEventListener("input", (event) => go(Number(event.target.value)));
  find("speed").addEventListener("input", () => faster(0));
  for (const [name, key] of [["first", "Home"], ["back", "ArrowLeft"], ["play", " "], ["next", "ArrowRight"], ["last", "End"]])
    find(name).addEventListener("click", keys[key]);
  find("story").append(...data.story.map(([kind, text, frame]) => {
    const line = document.createElement("li");
    line.className = kind;
    line.textContent = text;
    line.addEventListener("click", () => go(frame));
    return line;
  }));
  stop();
  show(Math.max(0, data.frames.findIndex((frame) => frame.board.length)));
})();
