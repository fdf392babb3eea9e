#!/bin/sh
# Makes the certificates of this folder anew.
set -e
cd "$(dirname "$0")"
days=36500
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days $days \
    -subj "/CN=Assayer Test CA" -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign"
issue() { # NAME SUBJECT EXTENSIONS
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -out "$1.csr" -subj "$2"
    printf '%s\n' "$3" > "$1.ext"
    openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -out "$1.pem" -days $days -extfile "$1.ext"
    rm -f "$1.csr" "$1.ext"
}
issue server "/CN=localhost" "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1"
issue elsewhere "/CN=elsewhere.example" "subjectAltName=DNS:elsewhere.example"
issue client "/CN=Assayer Test Client" "extendedKeyUsage=clientAuth"
rm -f ca.srl ca.key
