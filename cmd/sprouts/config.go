package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/posflag"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/pflag"
)

// envPrefix starts the names of our environment variables.
const envPrefix = "SPROUTS_"

// source is one place that settings come from.
type source struct {
	values *koanf.Koanf
	name   func(key string) string // how to point at a setting in it
}

// effective is what all sources together say.
type effective struct {
	values  map[string]string // by setting
	origins map[string]string
	file    string   // the configuration file
	found   bool     // it exists
	ignored []string // environment variables with our prefix that mean nothing
}

// loadConfig fills the settings: flags win over the environment, that over the
// configuration file, that over the defaults.
func (g *GlobalOptions) loadConfig(flags *pflag.FlagSet) error {
	sources, err := g.sources(flags)
	if err != nil {
		return err
	}
	g.config.values, g.config.origins = map[string]string{}, map[string]string{}
	for _, s := range allSettings() {
		for _, from := range sources {
			if from.values.Exists(s.name) {
				g.config.values[s.name] = from.values.String(s.name)
				g.config.origins[s.name] = from.name(s.name)
			}
		}
		if err := s.set(g, g.config.values[s.name]); err != nil {
			return usagef("%s: %w", g.config.origins[s.name], err)
		}
	}
	return g.checkTogether()
}

// checkTogether refuses settings that contradict each other.
func (g *GlobalOptions) checkTogether() error {
	for _, pair := range []struct {
		a, b   string
		both   bool
		remedy string
	}{
		{"no-store", "fresh", g.NoStore && g.Fresh, "without a store everything is fresh; leave out one of them"},
		{"no-store", "max-disk", g.NoStore && g.MaxDisk > 0, "without a store no disk is used; leave out one of them"},
		{"quiet", "verbose", g.Quiet && g.Verbose, "choose one of them"},
	} {
		if pair.both {
			return usagef("%s and %s contradict each other; %s",
				g.config.origins[pair.a], g.config.origins[pair.b], pair.remedy)
		}
	}
	return nil
}

// sources reads all sources, weakest first.
func (g *GlobalOptions) sources(flags *pflag.FlagSet) ([]source, error) {
	defaults := koanf.New(".")
	fallbacks := map[string]any{}
	for _, s := range allSettings() {
		fallbacks[s.name] = s.fallback()
	}
	if err := defaults.Load(confmap.Provider(fallbacks, "."), nil); err != nil {
		return nil, err
	}
	file, err := g.readFile(flags)
	if err != nil {
		return nil, err
	}
	environment := koanf.New(".")
	if err := environment.Load(env.Provider(".", env.Opt{Prefix: envPrefix, TransformFunc: g.fromEnv}), nil); err != nil {
		return nil, err
	}
	slices.Sort(g.config.ignored)
	line := koanf.New(".")
	if err := line.Load(posflag.ProviderWithFlag(flags, ".", nil, changedSetting), nil); err != nil {
		return nil, err
	}
	return []source{
		{defaults, func(string) string { return "default" }},
		{file, func(key string) string { return fmt.Sprintf("file %s: %s", g.config.file, key) }},
		{environment, func(key string) string { return "environment " + envName(key) }},
		{line, func(key string) string { return "flag --" + key }},
	}, nil
}

// readFile reads the configuration file: the one that --config or
// SPROUTS_CONFIG names, which must exist, or the default one, which need not.
func (g *GlobalOptions) readFile(flags *pflag.FlagSet) (*koanf.Koanf, error) {
	k := koanf.New("\x00") // keys hold no separator: settings do not nest
	named, _ := flags.GetString("config")
	if named == "" {
		named = os.Getenv(envPrefix + "CONFIG")
	}
	g.config.file = named
	if named == "" {
		g.config.file = defaultConfigFile()
	}
	content, err := os.ReadFile(g.config.file)
	if named == "" && errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, usagef("configuration file: %w; name a file that can be read with --config", err)
	}
	g.config.found = true
	if err := k.Load(rawbytes.Provider(content), yaml.Parser()); err != nil {
		return nil, usagef("configuration file %s: %w; write lines like \"max-time: 10m\"", g.config.file, err)
	}
	for _, key := range k.Keys() {
		if !isSetting(key) {
			return nil, usagef("configuration file %s: there is no setting %q; there are %s",
				g.config.file, strings.ReplaceAll(key, "\x00", ": "), strings.Join(settingNames(), ", "))
		}
	}
	return k, nil
}

// fromEnv turns an environment variable into a setting. Others with our prefix
// are noted and ignored: a cluster sets variables like SPROUTS_PORT by itself
// for a service that is called sprouts.
func (g *GlobalOptions) fromEnv(variable, value string) (string, any) {
	key := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(variable, envPrefix)), "_", "-")
	if isSetting(key) && variable == envName(key) {
		return key, value
	}
	if key != "config" {
		g.config.ignored = append(g.config.ignored, variable)
	}
	return "", nil
}

// changedSetting keeps the flags that are settings and were given.
func changedSetting(f *pflag.Flag) (string, any) {
	if !f.Changed || !isSetting(f.Name) {
		return "", nil
	}
	return f.Name, f.Value.String()
}

func envName(key string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
}

func settingNames() []string {
	var names []string
	for _, s := range allSettings() {
		names = append(names, s.name)
	}
	return names
}

func isSetting(key string) bool { return slices.Contains(settingNames(), key) }
