package version

import (
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Build identifies one build of the program. Fields that the toolchain did not
// record are empty.
type Build struct {
	// Version is the module's version, "devel" if it has none.
	Version string `json:"version"`
	// Revision is the full name of the commit.
	Revision string `json:"revision,omitempty"`
	// Time is when the commit was made, zero if unknown.
	Time time.Time `json:"time,omitzero"`
	// Modified says that the source differed from the commit.
	Modified bool `json:"modified,omitempty"`
	// Go is the toolchain: "go1.26.8".
	Go string `json:"go"`
	// Platform is the system and processor built for: "linux/amd64".
	Platform string `json:"platform"`
}

// Current returns the running program's build.
func Current() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	return from(info)
}

// from reads a build from the toolchain's record of it.
func from(info *debug.BuildInfo) Build {
	b := Build{
		Version:  strings.Trim(info.Main.Version, "()"),
		Go:       info.GoVersion,
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if b.Version == "" {
		b.Version = "devel"
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			// A time that does not parse is as good as none.
			b.Time, _ = time.Parse(time.RFC3339, s.Value)
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// shortRevision is the length to which String cuts a revision: git's own choice
// for repositories of this size, with room to grow.
const shortRevision = 10

// String describes the build on one line:
// "v1.2.3 (3f2a9c1d04, modified) go1.26.8 linux/amd64".
func (b Build) String() string {
	var notes []string
	if b.Revision != "" {
		notes = append(notes, b.Revision[:min(shortRevision, len(b.Revision))])
	}
	if b.Modified {
		notes = append(notes, "modified")
	}
	words := []string{b.Version}
	if len(notes) > 0 {
		words = append(words, "("+strings.Join(notes, ", ")+")")
	}
	return strings.Join(append(words, b.Go, b.Platform), " ")
}
