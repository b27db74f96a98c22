#!/bin/sh
# Starts attnviz with the options given; where no window can be seen, draws its six frames into ./pictures instead.
set -eu

can_show() {
    case ${QT_QPA_PLATFORM-} in
        offscreen* | minimal*)
            echo "QT_QPA_PLATFORM=$QT_QPA_PLATFORM shows no window." >&2
            return 1
            ;;
    esac
    .venv/bin/python -c 'import sys; from attnviz.doctor import display_problem; sys.exit(display_problem())'
}

if can_show; then
    exec .venv/bin/attnviz "$@"
fi
printf '\n%s\n' "No window can be opened (the reason is above). So the six frames are drawn into $PWD/pictures:"
exec .venv/bin/attnviz snapshot "$PWD/pictures" --all "$@"
