package version

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestBuild(t *testing.T) {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	tests := []struct {
		name string
		info debug.BuildInfo
		want Build
		text string
	}{
		{
			name: "released",
			info: debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}},
			want: Build{Version: "v1.2.3", Go: "go1.26.8", Platform: platform},
			text: "v1.2.3 go1.26.8 " + platform,
		},
		{
			name: "checkout with changes",
			info: debug.BuildInfo{
				GoVersion: "go1.26.8",
				Main:      debug.Module{Version: "(devel)"},
				Settings: []debug.BuildSetting{
					setting("vcs.revision", "3f2a9c1d0423c8aa9a3f3fe0a3cbbd1d41a3fbd6"),
					setting("vcs.time", "2026-02-03T04:05:06Z"),
					setting("vcs.modified", "true"),
				},
			},
			want: Build{
				Version:  "devel",
				Revision: "3f2a9c1d0423c8aa9a3f3fe0a3cbbd1d41a3fbd6",
				Time:     time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC),
				Modified: true,
				Go:       "go1.26.8",
				Platform: platform,
			},
			text: "devel (3f2a9c1d04, modified) go1.26.8 " + platform,
		},
		{
			name: "nothing recorded",
			info: debug.BuildInfo{GoVersion: "go1.26.8"},
			want: Build{Version: "devel", Go: "go1.26.8", Platform: platform},
			text: "devel go1.26.8 " + platform,
		},
		{
			name: "odd values",
			info: debug.BuildInfo{
				GoVersion: "go1.26.8",
				Settings:  []debug.BuildSetting{setting("vcs.revision", "3f2a"), setting("vcs.time", "yesterday")},
			},
			want: Build{Version: "devel", Revision: "3f2a", Go: "go1.26.8", Platform: platform},
			text: "devel (3f2a) go1.26.8 " + platform,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := from(&test.info)
			require.Equal(t, test.want, got)
			require.Equal(t, test.text, got.String())
		})
	}
}

func TestCurrentNamesTheToolchain(t *testing.T) {
	require.Equal(t, runtime.Version(), Current().Go)
}
