package transport

import (
	"fmt"
	"net"
	"strings"
)

// PlaintextError says that a server would have to talk in the clear with other
// machines.
type PlaintextError struct {
	Address string // where it would listen
}

// Error names the address and the three ways out.
func (e *PlaintextError) Error() string {
	return fmt.Sprintf("refuse to listen on %s in plaintext, as other machines can reach it: "+
		"give the server a certificate and its key, or let it listen on 127.0.0.1, or allow insecure connections", e.Address)
}

// isLocal reports whether what is sent to a listener's address never leaves the
// machine: TCP on loopback, and all that is not TCP, such as Unix sockets.
func isLocal(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return !ok || tcp.IP.IsLoopback()
}

// isLocalTarget reports whether a gRPC target is on this machine.
func isLocalTarget(target string) bool {
	if strings.HasPrefix(target, "unix:") || strings.HasPrefix(target, "unix-abstract:") {
		return true
	}
	address := target[strings.LastIndexByte(target, '/')+1:]
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback()
}

// splitNetwork tells the network of an address to listen on: "unix:/run/x" is a
// Unix socket, all else is TCP.
func splitNetwork(address string) (network, rest string) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return "unix", path
	}
	return "tcp", address
}
