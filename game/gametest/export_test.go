package gametest

// WithoutProviso makes Reduce wrong in the way in which such programs are wrong, so
// that tests of tests can see whether anybody notices.
func (f *MisereForest) WithoutProviso() { f.withoutProviso = true }
