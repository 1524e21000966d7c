# Asks what stands on standard input of the service, under VCR: ruby record.rb FOLDER < questions.json
require "json"
require "net/http"
require "vcr"
VCR.configure do |config|
  config.cassette_library_dir = ARGV[0]
  config.hook_into :webmock
  config.allow_http_connections_when_no_cassette = false
  config.default_cassette_options = { allow_playback_repeats: false, match_requests_on: [:method] }
end
VCR.use_cassette("vcr", record: :all) do
  JSON.parse($stdin.read).each do |question|
    uri = URI(question["url"])
    request = Net::HTTPGenericRequest.new(question["method"], !question["body"].nil?, true, uri, question["headers"])
    request.body = question["body"] if question["body"]
    Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
  end
end
