// SPEC: APP-01
package main

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

func TestTheProcessEndsBetweenSaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g gate
		began, finish := make(chan struct{}), make(chan struct{})
		saved := false
		go g.do(func() {
			close(began)
			<-finish
			saved = true
		})
		<-began
		ended := make(chan struct{})
		go func() {
			g.close()
			close(ended)
		}()
		close(finish)
		<-ended
		require.True(t, saved)
		g.do(func() { t.Error("a save began after the end") })
	})
}
