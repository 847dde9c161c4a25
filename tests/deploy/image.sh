# Runs a program as the image is run: in a file system that is read-only but for one folder, as a user without rights.
# Started by `unshare --user --map-root-user --mount`:  sh image.sh FOLDER PROGRAM [ARGUMENT ...]
set -e
folder=$1
shift
mount --bind "$folder" "$folder"
while read -r _ place _; do
    case $place in
    "$folder" | /proc) ;;                         # /proc takes the user's number below
    *) mount -o remount,bind,ro "$place" || : ;;  # some are locked; the test tries where it must not write
    esac
done </proc/self/mounts
exec unshare --user --map-user=10001 --map-group=10001 setpriv --no-new-privs "$@"
