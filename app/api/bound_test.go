package api

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestBoundMethodsTakeAndGiveOnlyWhatTheWebviewKeepsExact(t *testing.T) {
	app, err := New(Config{Profile: t.TempDir(), Secrets: "memory"})
	require.NoError(t, err)
	defer app.Close(t.Context())
	failed := reflect.TypeFor[error]()
	for _, bound := range app.Bound() {
		typ := reflect.TypeOf(bound)
		for i := range typ.NumMethod() {
			m := typ.Method(i)
			name := typ.Elem().Name() + "." + m.Name
			require.Equal(t, 2, m.Type.NumIn(), name)
			require.Equal(t, 2, m.Type.NumOut(), name)
			require.Equal(t, failed, m.Type.Out(1), name)
			requireExact(t, name, m.Type.In(1))
			requireExact(t, name, m.Type.Out(0))
		}
	}
}

func requireExact(t *testing.T, name string, typ reflect.Type) {
	t.Helper()
	switch typ.Kind() {
	case reflect.String, reflect.Bool, reflect.Int:
	case reflect.Slice, reflect.Pointer:
		requireExact(t, name, typ.Elem())
	case reflect.Struct:
		for i := range typ.NumField() {
			requireExact(t, name+" "+typ.Field(i).Name, typ.Field(i).Type)
		}
	default:
		t.Errorf("%s: a %s does not pass the webview exactly", name, typ)
	}
}

func TestAPanicAndAnErrorReachThePageAsAFailure(t *testing.T) {
	calls := NewCalls(nil)
	_, err := call(calls, "c1", func(context.Context) (Nothing, error) { panic("broken") })
	var f Failure
	require.NoError(t, json.Unmarshal([]byte(err.Error()), &f))
	require.Equal(t, string(driver.Crashed), f.Kind)

	_, err = call(calls, "c2", func(context.Context) (Nothing, error) {
		return Nothing{}, &driver.Error{Kind: driver.Auth, Message: "refused", Hint: "look", Status: 401}
	})
	require.NoError(t, json.Unmarshal([]byte(err.Error()), &f))
	require.Equal(t, Failure{Kind: "auth", Message: "refused", Hint: "look", Status: 401, Fields: []FieldNote{}}, f)

	_, err = call(calls, "c3", func(context.Context) (Nothing, error) { return Nothing{}, errors.New("plain") })
	require.NoError(t, json.Unmarshal([]byte(err.Error()), &f))
	require.Equal(t, "Unexpected error: plain.", f.Message)
}

func TestACallIsCancelledByItsId(t *testing.T) {
	calls := NewCalls(nil)
	begun, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := call(calls, "c1", func(ctx context.Context) (Nothing, error) {
			close(begun)
			<-ctx.Done()
			return Nothing{}, ctx.Err()
		})
		ended <- err
	}()
	<-begun
	_, err := calls.Cancel(CancelRequest{Call: "c1"})
	require.NoError(t, err)
	require.Contains(t, (<-ended).Error(), `"kind":"cancelled"`)
}
