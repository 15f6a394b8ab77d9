package jx

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheWriterPutsCommasBetweenMembersAndElements(t *testing.T) {
	w := NewWriter(0)
	w.Open('{').Key("a").Int(-1).Key(`b"`).Text("x:{[").Key("c").Open('[').Open('{').Close("}").Bool(true).Raw("").Raw("1.50").Close("]")
	w.Key("d").Open('{').Close("}").Key("e").Texts(nil).Key("f").Texts([]string{"[", "{"}).Raw(`"g":1,"h":2`).Key("i").Open('[').Raws([]string{"1", "2"}).Close("]}")
	require.Equal(t, `{"a":-1,"b\"":"x:{[","c":[{},true,1.50],"d":{},"e":[],"f":["[","{"],"g":1,"h":2,"i":[1,2]}`, string(w.Bytes()))
	require.True(t, json.Valid(w.Bytes()))
	require.Equal(t, w.Len(), len(w.Bytes()))
}

func TestTheWriterWritesLines(t *testing.T) {
	var w Writer
	w.Open('{').Close("}").Line().Open('{').Key("a").Int(1).Close("}").Line()
	require.Equal(t, "{}\n{\"a\":1}\n", string(w.Bytes()))
}

// SPEC: CON-23
func TestANameThatLeadsElsewhereOnceItIsDecodedTraverses(t *testing.T) {
	for _, name := range []string{".", "..", "../x", "a/..", `a\..`, "%2e%2E", "..%2F..%2Fother", "%252e%252e", "a/..;x/b", "x/."} {
		require.True(t, Traverses(name), name)
	}
	for _, name := range []string{"", "a", "...", "a..b", ".a", "a.", "100%", "%zz", "a;b", "a;..", "/", "%2"} {
		require.False(t, Traverses(name), name)
	}
}
