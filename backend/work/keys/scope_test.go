package keys

// SPEC: B-KEY-04

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// A server with this parent accepted the key.
func TestADerivedKeyIsTheOneThatAServerAccepted(t *testing.T) {
	k := &driver.ScopedKey{Embedded: `{"filter_by": "flag:=true"}`, Parts: []driver.ScopePart{{Digest: true}, {Head: 4}, {Embedded: true}}}
	value, err := assemble("searchonlykey0001", k)
	require.NoError(t, err)
	require.Equal(t, "RE9KbkNScHExc01xaUxOZEx2NUtjdHQvbjhCZVNmRkFFdm0zbjhNcXdMYz1zZWFyeyJmaWx0ZXJfYnkiOiAiZmxhZzo9dHJ1ZSJ9", value)

	_, err = assemble("abc", k)
	require.ErrorIs(t, err, errTooShort)
}
