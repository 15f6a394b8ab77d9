package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// module is a part of the engine that its archive omits.
type module struct {
	name, class, extends string
}

var modules = []module{
	{"mapper-extras", "org.elasticsearch.index.mapper.MapperExtrasPlugin", "lang-painless"},
	{"percolator", "org.elasticsearch.percolator.PercolatorPlugin", "lang-painless"},
	{"aggs-matrix-stats", "org.elasticsearch.search.aggregations.matrix.MatrixAggregationPlugin", ""},
	{"rank-eval", "org.elasticsearch.index.rankeval.RankEvalPlugin", ""},
}

// descriptor returns the module's plugin-descriptor.properties for the engine's version.
func (m module) descriptor(version string) string {
	return fmt.Sprintf(`type=isolated
description=%s
version=%s
name=%s
classname=%s
java.version=1.8
elasticsearch.version=%s
extended.plugins=%s
has.native.controller=false
`, m.name, version, m.name, m.class, version, m.extends)
}

// addModules downloads the jars of the release's project and puts each into its own folder in home/modules.
func addModules(ctx context.Context, tool maven, r release, home string) error {
	work, err := os.MkdirTemp(filepath.Dir(home), "modules-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := writeProject(work, r.pom); err != nil {
		return err
	}
	if err := tool.copyLibraries(ctx, work, false); err != nil {
		return err
	}
	for _, m := range modules {
		if err := m.install(work, home, r.full); err != nil {
			return fmt.Errorf("module %s: %w", m.name, err)
		}
	}
	return nil
}

func (m module) install(work, home, version string) error {
	jar := m.name + "-client-" + version + ".jar"
	folder := filepath.Join(home, "modules", m.name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(work, "lib", jar), filepath.Join(folder, jar)); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "plugin-descriptor.properties"), []byte(m.descriptor(version)), 0o644)
}
