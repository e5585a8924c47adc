# shellcheck shell=bash disable=SC2154
# Shared by the scripts in tools/ and .ci/: packages, builds and their locks. To be sourced, with `root` set to the
# checkout. Everything said goes to stderr: stdout belongs to the program that is started in the end.

readonly launcher_failed=125 # unlike any exit status of collsim
readonly run_packages=(
  g++ cmake ninja-build libboost-dev libeigen3-dev libyaml-cpp-dev libspdlog-dev libcli11-dev nlohmann-json3-dev)
readonly test_packages=(catch2 openmpi-bin)
readonly package_packages=(dpkg-dev file)
readonly bench_packages=(libbenchmark-dev)

# settle_in FOLDER: makes it the root, and names what lies in it.
settle_in() {
  root=$1
  build_dir=$root/build/release
  build_log=$root/build/build.log
  stamp=$root/build/release.stamp
}
settle_in "$root"

say() { echo "collsim: $*" >&2; }

fail() {
  say "$*"
  exit $launcher_failed
}

# fail_with_log MESSAGE: the end of the log, then the message and where to read the rest.
fail_with_log() {
  tail -n 25 "$build_log" >&2
  fail "$1 (whole log: $build_log)"
}

# Is the program older than any of its sources or than the revision it names? It stands before every run, so it starts
# no process. A file that was deleted or renamed shows in its folder's time.
stale() {
  local git=$root/.git file
  [[ -x $build_dir/collsim && -f $stamp ]] || return 0
  # In a work tree of its own, .git is a file that names the folder.
  if [[ -f $git ]]; then
    read -r _ git <"$git"
    [[ $git == /* ]] || git=$root/$git
  fi
  shopt -s globstar
  for file in "$root"/{CMakeLists.txt,sim,sim/**,tools,tools/**} "$git/HEAD" "$git/logs/HEAD"; do
    if [[ $file -nt $stamp ]]; then return 0; fi
  done
  return 1
}

# installed PACKAGE: is it there, in any version?
installed() { [[ $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) == *"ok installed" ]]; }

# Installs those of the packages that are missing. Where there is no apt, says what is needed and goes on: the build
# itself then finds or misses it.
ensure_packages() {
  local package missing=() as_root=()
  if ! { command -v apt-get && command -v dpkg-query; } >/dev/null; then
    say "no apt-get here: the counterparts of these Debian packages have to be installed: $*"
    return 0
  fi
  for package in "$@"; do installed "$package" || missing+=("$package"); done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if [[ $EUID -ne 0 ]]; then
    as_root=(sudo)
    # Without a terminal nobody could type a password.
    [[ -t 2 ]] || as_root+=(-n)
    if ! command -v sudo >/dev/null || ! "${as_root[@]}" true; then
      fail "these packages are missing and I may not install them; as root: apt-get install ${missing[*]}"
    fi
  fi
  install_packages "${missing[@]}"
}

# Uses `as_root` of its caller. sudo drops the environment, hence env.
install_packages() {
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  say "installing $*"
  # An update that fails in part may still do; the installation tells.
  "${apt[@]}" update </dev/null >>"$build_log" 2>&1 || true
  "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >>"$build_log" 2>&1 ||
    fail_with_log "could not install $*: is there a network?"
}

# As many jobs as processors, but no more than memory holds: a file takes up to half a gigabyte.
jobs_that_fit() {
  local processors available
  processors=$(nproc)
  available=$(awk '/^MemAvailable:/ { print int($2 / 524288) }' /proc/meminfo 2>/dev/null || true)
  if [[ -n $available ]] && ((available < processors)); then processors=$((available > 1 ? available : 1)); fi
  echo "$processors"
}

# of_this_checkout FOLDER: was it configured, and for this place? (A copied checkout brings the original's cache.)
of_this_checkout() { grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1/CMakeCache.txt"; }

# configured FOLDER [-DNAME=VALUE...]: can ninja run there, with these settings?
configured() {
  local dir=$1 setting
  shift
  [[ -f $dir/build.ninja ]] && of_this_checkout "$dir" || return 1
  for setting in "${@#-D}"; do
    grep -qx -- "${setting%%=*}:[A-Z]*=${setting#*=}" "$dir/CMakeCache.txt" || return 1
  done
}

# configure FOLDER [-DNAME=VALUE...]: unless that is done already.
configure() {
  local dir=$1
  if configured "$@"; then return; fi
  shift
  of_this_checkout "$dir" || rm -rf "$dir/CMakeCache.txt" "$dir/CMakeFiles"
  cmake -S "$root" -B "$dir" -G Ninja "$@"
}

# with_build_lock COMMAND...: one at a time in this checkout. In a subshell, so that the lock goes with it and the
# program started afterwards does not hold it.
with_build_lock() {
  settle_in "$(readlink -f "$root")"
  mkdir -p "$root/build" 2>/dev/null || fail "cannot make $root/build"
  [[ -w $root/build ]] || fail "cannot write to $root/build"
  (
    if ! flock -n 9; then
      say "waiting for another build in this checkout"
      flock 9
    fi
    "$@"
  ) 9>"$root/build/lock"
}

# build TARGET [-DNAME=VALUE...]: everything that TARGET needs, quietly.
build() {
  local target=$1
  shift
  : >"$build_log"
  local packages=("${run_packages[@]}")
  if [[ $target != collsim ]]; then packages+=("${test_packages[@]}"); fi
  if [[ " $* " == *" -DCOLLSIM_BUILD_BENCH=ON "* ]]; then packages+=("${bench_packages[@]}"); fi
  ensure_packages "${packages[@]}"
  if [[ -x $build_dir/collsim ]]; then
    say "bringing the build up to date"
  else
    say "building, about a minute the first time"
  fi
  # What is edited while the build runs is newer than this, and stale next time.
  touch "$stamp.new"
  configure "$build_dir" -DCMAKE_UNITY_BUILD=ON "$@" >>"$build_log" 2>&1 || fail_with_log "cmake could not configure the build"
  export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(jobs_that_fit)}
  cmake --build "$build_dir" --target "$target" >>"$build_log" 2>&1 || fail_with_log "the build failed"
  mv "$stamp.new" "$stamp"
}

# Another launcher may have built while this one waited for the lock.
build_if_stale() { if stale; then build collsim; fi; }
