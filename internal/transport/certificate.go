package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"google.golang.org/grpc/credentials"
)

// identity is a TLS configuration that follows its files. It begins each
// connection with what the files say then.
type identity struct{ config *watched[*tls.Config] }

// newIdentity reads the files of o.
func newIdentity(o Options) (identity, error) {
	config, err := watch("certificate", o.Logger, func() (*tls.Config, error) { return o.tlsConfig(time.Now()) },
		o.CertFile, o.KeyFile, o.CAFile)
	return identity{config}, err
}

func (i identity) credentials() credentials.TransportCredentials {
	return credentials.NewTLS(i.config.get())
}

// ClientHandshake begins a connection to a server.
func (i identity) ClientHandshake(ctx context.Context, authority string, conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return i.credentials().ClientHandshake(ctx, authority, conn)
}

// ServerHandshake begins a connection from a client.
func (i identity) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return i.credentials().ServerHandshake(conn)
}

// Info tells gRPC that this is TLS.
func (i identity) Info() credentials.ProtocolInfo { return i.credentials().Info() }

// Clone returns i, which is never changed.
func (i identity) Clone() credentials.TransportCredentials { return i }

// OverrideServerName is what the interface asks for and nobody calls:
// Options.ServerName does it.
func (i identity) OverrideServerName(string) error {
	return errors.New("the name of the server is an option")
}

// tlsConfig makes a configuration that serves both sides from the files.
func (o Options) tlsConfig(now time.Time) (*tls.Config, error) {
	c := &tls.Config{
		MinVersion: tls.VersionTLS13,
		ServerName: o.ServerName,
		// A resumed session would rest on a certificate that may be gone by now.
		SessionTicketsDisabled: true,
	}
	if o.CertFile != "" {
		own, err := readPair(o.CertFile, o.KeyFile, now)
		if err != nil {
			return nil, err
		}
		c.Certificates = []tls.Certificate{own}
	}
	if o.CAFile != "" {
		pool, err := readPool(o.CAFile, now)
		if err != nil {
			return nil, err
		}
		c.RootCAs, c.ClientCAs, c.ClientAuth = pool, pool, tls.RequireAndVerifyClientCert
	}
	return c, nil
}

// readPair reads the program's own certificate and its key.
func readPair(certFile, keyFile string, now time.Time) (tls.Certificate, error) {
	if err := checkSecret("private key", keyFile); err != nil {
		return tls.Certificate{}, err
	}
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("certificate %s with key %s: %w", certFile, keyFile, err)
	}
	if err := checkDates(pair.Leaf, certFile, now); err != nil {
		return tls.Certificate{}, err
	}
	return pair, nil
}

// readPool reads authorities. Expired ones do not count, so that old and new can
// stand in one file; one that is in force must be there.
func readPool(file string, now time.Time) (*x509.CertPool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("certificates of authorities: %w", err)
	}
	pool := x509.NewCertPool()
	err = fmt.Errorf("certificates of authorities: %s holds none; PEM blocks named CERTIFICATE are needed", file)
	for found := false; ; {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			if found {
				return pool, nil
			}
			return nil, err
		}
		if block.Type != "CERTIFICATE" {
			continue
		}
		cert, parseErr := x509.ParseCertificate(block.Bytes)
		if parseErr != nil {
			return nil, fmt.Errorf("certificates of authorities: %s: %w", file, parseErr)
		}
		if dates := checkDates(cert, file, now); dates != nil {
			err = dates
			continue
		}
		found = true
		pool.AddCert(cert)
	}
}

// checkDates returns an error unless a certificate is in force.
func checkDates(cert *x509.Certificate, file string, now time.Time) error {
	const layout = "2006-01-02 15:04 MST"
	switch {
	case now.After(cert.NotAfter):
		return fmt.Errorf("certificate %s expired on %s: renew it", file, cert.NotAfter.UTC().Format(layout))
	case now.Before(cert.NotBefore):
		return fmt.Errorf("certificate %s is not valid before %s: check the clock of this machine, which says %s",
			file, cert.NotBefore.UTC().Format(layout), now.UTC().Format(layout))
	}
	return nil
}
