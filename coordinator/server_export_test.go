package coordinator

import "time"

// Sound checks the core of a server.
func (s *Server) Sound() (err error) {
	s.locked(func(c *Core, _ time.Time) { err = c.Check() })
	return err
}

// Upset makes the core of a server unsound.
func (s *Server) Upset() {
	s.locked(func(c *Core, _ time.Time) { c.threads++ })
}

// Panic makes a call panic that holds the core.
func (s *Server) Panic() {
	s.locked(func(*Core, time.Time) { panic("on purpose") })
}
