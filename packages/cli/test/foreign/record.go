// Asks what stands on standard input of the service, under go-vcr: GO111MODULE=off go run record.go FOLDER < questions.json
package main

import (
	"encoding/json"
	"io/ioutil"
	"net/http"
	"os"
	"strings"

	"github.com/dnaeon/go-vcr/recorder"
)

func main() {
	var questions []struct {
		Method, Url, Body string
		Headers           map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		panic(err)
	}
	recording, err := recorder.New(os.Args[1] + "/go-vcr")
	if err != nil {
		panic(err)
	}
	client := &http.Client{
		Transport:     recording,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for _, question := range questions {
		request, err := http.NewRequest(question.Method, question.Url, strings.NewReader(question.Body))
		if err != nil {
			panic(err)
		}
		for name, value := range question.Headers {
			request.Header.Set(name, value)
		}
		answer, err := client.Do(request)
		if err != nil {
			panic(err)
		}
		ioutil.ReadAll(answer.Body)
		answer.Body.Close()
	}
	if err := recording.Stop(); err != nil {
		panic(err)
	}
}
