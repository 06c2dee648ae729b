package transport

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
)

// Options say whom to trust and by which signs. The zero value is for programs on
// one machine. Files are in PEM format and may change while they are in use.
type Options struct {
	// CertFile holds the program's own certificate, followed by those between it
	// and the authority, and KeyFile its private key. A server needs them for TLS; a
	// client needs them for servers that ask for a certificate.
	CertFile, KeyFile string

	// CAFile holds the authorities that must have signed the other side's
	// certificate. Default: a server asks for none, a client takes those that the
	// system trusts.
	CAFile string

	// ServerName is the name that a server's certificate must have. Default: the
	// host that the client dials.
	ServerName string

	// TokenFile holds tokens, one a line, of 16 bytes at least. A server takes calls
	// with any of them, a client sends the first. Default: no token.
	TokenFile string

	// Insecure allows plaintext, and tokens in it, to and from other machines.
	Insecure bool

	// MaxConnections is how many connections a server holds at once; more wait.
	// Default 4,096.
	MaxConnections int

	// Metrics takes the server's grpc_server_* metrics. Default: nobody.
	Metrics prometheus.Registerer

	// Logger hears of calls that failed and of files that cannot be used; at level
	// debug of every call. Default: nobody.
	Logger *slog.Logger
}

// withDefaults returns o with its zero fields filled.
func (o Options) withDefaults() Options {
	o.MaxConnections = cmp.Or(o.MaxConnections, 4096)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	return o
}

// validate reports all fields that make no sense together.
func (o Options) validate() error {
	var errs []error
	if (o.CertFile == "") != (o.KeyFile == "") {
		errs = append(errs, fmt.Errorf("certificate %q and key %q belong together: name both files or none", o.CertFile, o.KeyFile))
	}
	if o.MaxConnections < 1 {
		errs = append(errs, fmt.Errorf("MaxConnections is %d, it must be at least 1", o.MaxConnections))
	}
	return errors.Join(errs...)
}
