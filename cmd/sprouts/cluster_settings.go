package main

import (
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/internal/transport"
)

// ClusterOptions are the settings of verbs that talk with other processes.
type ClusterOptions struct {
	Listen      string // where a coordinator is called
	Coordinator string // whom the others call
	TokenFile   string
	TLSCert     string
	TLSKey      string
	TLSCA       string
	TLSName     string
	Insecure    bool
}

// defaultAddress is where a coordinator listens and is looked for: on this machine,
// where nothing has to be encrypted.
const defaultAddress = "127.0.0.1:7070"

// clusterSettings are rows of the table of settings. Like all others they can stand
// in the environment and in the configuration file; flags are declared by the verbs
// that they are for.
var clusterSettings = []setting{
	{"listen", "", text(defaultAddress), "be called at `HOST:PORT`, at :PORT for all of the machine's addresses, or at unix:PATH", setListen},
	{"coordinator", "", text(defaultAddress), "call the coordinator at `HOST:PORT`, or unix:PATH", setCoordinator},
	{"token-file", "", text(noLimit), "trust whoever knows a token; `FILE` has one a line", setName(func(g *GlobalOptions) *string { return &g.Cluster.TokenFile })},
	{"tls-cert", "", text(noLimit), "show the certificate in `FILE` (PEM) and encrypt; read again when it changes", setName(func(g *GlobalOptions) *string { return &g.Cluster.TLSCert })},
	{"tls-key", "", text(noLimit), "the private key of --tls-cert is in `FILE`", setName(func(g *GlobalOptions) *string { return &g.Cluster.TLSKey })},
	{"tls-ca", "", text(noLimit), "trust whom the authorities in `FILE` have signed, and encrypt", setName(func(g *GlobalOptions) *string { return &g.Cluster.TLSCA })},
	{"tls-name", "", text(noLimit), "the coordinator's certificate is for `HOST`, if not for the one in --coordinator", setName(func(g *GlobalOptions) *string { return &g.Cluster.TLSName })},
	{"insecure", "", text("false"), "talk in plaintext with other machines too", setSwitch(func(g *GlobalOptions) *bool { return &g.Cluster.Insecure })},
}

// connection marks flags that help texts show in a section of their own.
const connection = "Flags of the connection"

// addServerFlags declares the settings of a verb that is called by others.
func addServerFlags(f *pflag.FlagSet) { addSettings(f, "coordinator", "tls-name") }

// addClientFlags declares the settings of a verb that calls a coordinator.
func addClientFlags(f *pflag.FlagSet) { addSettings(f, "listen") }

// addSettings declares the settings of the cluster but some.
func addSettings(f *pflag.FlagSet, but ...string) {
	for _, s := range clusterSettings {
		if !slices.Contains(but, s.name) {
			s.declare(f)
			f.Lookup(s.name).Annotations = map[string][]string{sectionKey: {connection}}
		}
	}
}

// setName sets what may be missing: noLimit stands for that.
func setName(field func(*GlobalOptions) *string) func(*GlobalOptions, string) error {
	return func(g *GlobalOptions, s string) error {
		if s == "" {
			return fmt.Errorf("the name is empty; write one, or %s", noLimit)
		}
		*field(g) = ""
		if s != noLimit {
			*field(g) = s
		}
		return nil
	}
}

func setListen(g *GlobalOptions, s string) error {
	g.Cluster.Listen = s
	return checkAddress(s, false)
}

func setCoordinator(g *GlobalOptions, s string) error {
	g.Cluster.Coordinator = s
	return checkAddress(s, true)
}

// checkAddress says what is wrong with HOST:PORT or unix:PATH.
func checkAddress(s string, wantHost bool) error {
	if path, ok := strings.CutPrefix(s, "unix:"); ok {
		if path == "" {
			return fmt.Errorf("%q names no socket; write for example unix:/run/sprouts.sock", s)
		}
		return nil
	}
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return fmt.Errorf("%q is no address; write HOST:PORT, for example %s", s, defaultAddress)
	}
	if host == "" && wantHost {
		return fmt.Errorf("%q has no host; write HOST:PORT, for example %s", s, defaultAddress)
	}
	const most = 1<<16 - 1
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 && wantHost {
		return fmt.Errorf("%q is no port; write a number from 1 to %d, for example %s", port, most, defaultAddress)
	}
	return nil
}

// trustError is about a file that says whom to trust.
func trustError(err error) error {
	return usagef("%w; the files are named by --token-file, --tls-cert, --tls-key and --tls-ca", err)
}

// transport are the settings as package transport takes them. What contradicts
// itself is refused by name.
func (g *GlobalOptions) transport(log *slog.Logger) (transport.Options, error) {
	c := &g.Cluster
	origin := func(name string) string { return g.config.origins[name] }
	switch {
	case c.TLSCert != "" && c.TLSKey == "":
		return transport.Options{}, usagef("%s needs its private key; name the file with --tls-key", origin("tls-cert"))
	case c.TLSKey != "" && c.TLSCert == "":
		return transport.Options{}, usagef("%s needs its certificate; name the file with --tls-cert", origin("tls-key"))
	}
	return transport.Options{
		CertFile: c.TLSCert, KeyFile: c.TLSKey, CAFile: c.TLSCA, ServerName: c.TLSName,
		TokenFile: c.TokenFile, Insecure: c.Insecure, Logger: log,
	}, nil
}
