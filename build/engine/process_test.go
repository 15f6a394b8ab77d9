package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestANodeThatEndsBeforeItAnswersIsAnError(t *testing.T) {
	ended := make(chan struct{})
	close(ended)
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		response.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	require.EqualError(t, access{url: server.URL}.wait(context.Background(), ended), "the node ended before it answered")
}

func TestTheWaitEndsWithTheFirstHealthyAnswer(t *testing.T) {
	responses := []int{503, 401, 200}
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		user, password, _ := request.BasicAuth()
		if request.URL.Path != "/_cluster/health" || user != "someone" || password != "secret" {
			response.WriteHeader(http.StatusTeapot)
			return
		}
		response.WriteHeader(responses[0])
		responses = responses[1:]
	}))
	defer server.Close()
	require.NoError(t, access{url: server.URL, user: "someone", password: "secret"}.wait(context.Background(), make(chan struct{})))
	require.Empty(t, responses)
}

func TestAProcessIsStoppedAndItsOutputKept(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	command := exec.Command("sh", "-c", `trap 'echo ended; exit 0' TERM; echo started; while :; do read -r _ < /dev/null; done`)
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh to stand in for the node")
	}
	node, err := start(command, log)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return tail(log, 1) == "started" }, startLimit, pollInterval/20)
	node.stop()
	require.Equal(t, "started\nended", tail(log, 10))
	require.Equal(t, "ended", tail(log, 1))
}
