#!/bin/sh
# Makes every secret that compose.yaml names, once: files that exist are kept. Needs openssl.
# The folder is closed to others; the files in it are readable, since containers read them as users of their own.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets

keep() {
  if [ -s "secrets/$1" ]; then cat > /dev/null; else cat > "secrets/$1"; fi
  chmod 0444 "secrets/$1"
}

openssl rand -base64 32 | keep signing-secret
openssl rand -base64 32 | keep sealing-key
openssl rand -hex 32 | keep postgres-password
printf 'postgres://fihrist:%s@postgres:5432/fihrist\n' "$(cat secrets/postgres-password)" | keep database
printf 'GK%s\n' "$(openssl rand -hex 16)" | keep s3-access-key
openssl rand -hex 32 | keep s3-secret-key
openssl rand -hex 32 | keep garage-rpc-secret
# Garage takes the first key from its environment only.
printf 'GARAGE_DEFAULT_ACCESS_KEY=%s\nGARAGE_DEFAULT_SECRET_KEY=%s\n' \
  "$(cat secrets/s3-access-key)" "$(cat secrets/s3-secret-key)" | keep garage.env

echo "Secrets are in $(pwd)/secrets. Keep a copy elsewhere: without sealing-key, saved keys cannot be read."
