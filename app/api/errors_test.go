// SPEC: APP-05, CON-08, CON-20
package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/registry"
	"quarry/backend/profile"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

func TestEveryErrorOfTheBackendReachesThePageInItsForm(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want Failure
	}{
		{"a driver's", &driver.Error{Kind: driver.Conflict, Message: "m", Hint: "h", Code: "c", Detail: "d", Remedy: "r", Op: "PUT /x", Status: 409},
			Failure{"conflict", "m", "h", "c", "d", "r", "PUT /x", 409, nil, nil}},
		{"a request's", &transport.Error{Kind: transport.KindTimeout, Message: "m", Hint: "h", Method: "GET", Path: "/x", Status: 200},
			Failure{Kind: "timeout", Message: "M.", Hint: "h", Op: "GET /x", Status: 200}},
		{"a client's", &transport.Error{Kind: transport.KindInvalid, Message: "m"}, Failure{Kind: "invalid", Message: "M."}},
		{"the registry's", &registry.Error{Kind: registry.WrongHash, Message: "m", Detail: "d", Err: errors.New("why")},
			Failure{Kind: "registry", Message: "m", Code: "hash", Detail: "d (why)"}},
		{"a locked store", &secrets.Unavailable{Reason: secrets.ReasonLocked},
			Failure{Kind: "keyring", Message: "The credential store is locked", Code: "locked", Detail: "the credential store is locked"}},
		{"a connection that is gone", connections.ErrNotFound,
			Failure{Kind: "not-found", Message: "This connection is no longer saved.", Detail: "around: no such connection"}},
		{"a newer file", connections.ErrNewer, Failure{
			Kind: "unsupported", Message: "The saved connections were written by a newer version of Quarry. They have not been changed.", Hint: "Update Quarry.",
		}},
		{"another window is writing", profile.ErrLocked, Failure{
			Kind: "refused", Message: "Another Quarry process is writing this file.", Hint: "Nothing was changed. Try again in a moment.",
			Detail: "around: another Quarry is changing it",
		}},
		{"given up", context.Canceled, Failure{Kind: "cancelled", Message: "Cancelled."}},
		{"too late", context.DeadlineExceeded, Failure{Kind: "timeout", Message: "Timed out."}},
		{"a file", &fs.PathError{Op: "open", Path: "/x/y", Err: fs.ErrPermission}, Failure{
			Kind: "internal", Message: "Quarry could not use the file /x/y: permission denied.", Detail: "around: open /x/y: permission denied",
		}},
		{"a file that gets another name", &os.LinkError{Op: "rename", Old: "/x/new", New: "/x/y", Err: fs.ErrPermission}, Failure{
			Kind: "internal", Message: "Quarry could not use the file /x/y: permission denied.", Detail: "around: rename /x/new /x/y: permission denied",
		}},
		{"any other", errors.New("plain"), Failure{Kind: "internal", Message: "Unexpected error: around: plain."}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got *Failure
			require.ErrorAs(t, failure(fmt.Errorf("around: %w", test.err)), &got)
			require.Equal(t, test.want, *got)
			require.Equal(t, got, failure(got), "it is worded once")
		})
	}
}

// SPEC: CON-20
func TestACallWhoseCancellationCameFirstEndsWhenItBegins(t *testing.T) {
	calls := NewCalls(nil)
	ask := func(id string) error {
		_, err := call(calls, id, func(ctx context.Context) (Nothing, error) { return Nothing{}, ctx.Err() })
		return err
	}
	require.NoError(t, ask("c1"))
	for _, id := range []string{"c1", "c2", ""} {
		_, err := calls.Cancel(CancelRequest{Call: id})
		require.NoError(t, err)
	}
	require.NoError(t, ask("c3"))
	require.NoError(t, ask(""))
	require.Contains(t, ask("c2").Error(), `"kind":"cancelled"`)
	require.NoError(t, ask("c2"), "it holds for one call")
	for range 2 * maxEarly {
		_, err := calls.Cancel(CancelRequest{Call: "gone"})
		require.NoError(t, err)
	}
	require.Len(t, calls.early, maxEarly)
}
