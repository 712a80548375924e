# Two containers: the sandbox serves in the network namespace of this script, and the words that it is given run in
# another one, with a cable between them.
set -e
ip link set lo up
botscope serve --host 0.0.0.0 --port 4010 --control any --token test-only --workspace-id wkspace_test --parent $$ > ready.json &
# The HEALTHCHECK of the image, by the address that the sandbox printed.
until node -e "fetch(JSON.parse(fs.readFileSync('ready.json')).baseUrl + '/__sandbox/health').then(({ ok }) => process.exit(ok ? 0 : 1))" 2> health.txt; do
  kill -0 $!
done
unshare -n sh -ec '
  ip link add client type veth peer name sandbox netns "$PPID"
  ip address add 10.9.0.2/24 dev client
  ip link set client up
  nsenter --target "$PPID" --net sh -ec "ip address add 10.9.0.1/24 dev sandbox; ip link set sandbox up"
  exec "$@"' sh "$@"
