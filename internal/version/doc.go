// Package version tells which build of the program is running, from what the Go
// toolchain itself wrote into the binary. There is no version constant to keep
// up to date and no linker flag to forget.
//
// How much is known depends on how the program was built:
//
//	go install module/cmd/sprouts@v1.2.3   version and sums, no revision
//	go build in a git checkout             version, revision, commit time, modified
//	go build -buildvcs=false, go run       "devel" and the Go version only
//
// The result identifies a build for people, logs and bug reports. It does not
// decide which stored results two programs may share: that is game.Game.Version.
package version
