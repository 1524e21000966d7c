# What octokit.rb sees of a replay: one line of JSON for each thing it did.
require "json"
require "net/http"
require "octokit"

base = ENV.fetch("TAPEDECK_URL")
anonymous = Octokit::Client.new(api_endpoint: base, per_page: 7, auto_paginate: true)
signed_in = Octokit::Client.new(api_endpoint: base, access_token: "any-token")

def say(what, seen)
  puts JSON.generate([what, seen])
end

say "its own account", signed_in.user.login
say "a repository", anonymous.repository("ada/difference-engine").full_name
say "a list", signed_in.repositories("ada").map(&:name)
say "a list of many pages", anonymous.organization_repositories("lighthouse").map(&:name)
say "an account by a link out of a body", anonymous.repository("ada/difference-engine").owner.rels[:self].get.data.login
say "what is left", anonymous.rate_limit!.remaining

begin
  loop { anonymous.user("ada") }
rescue Octokit::TooManyRequests => refused
  answered = Time.parse(refused.response_headers["date"])
  say "refused", [refused.response_status, anonymous.rate_limit.remaining, (anonymous.rate_limit.resets_at - answered).to_i]
end
say "the signed-in one goes on", signed_in.user("ada").login

Net::HTTP.post(URI("#{base}/_tapedeck/clock?advance=3600"), "")
say "after an hour", [anonymous.user("ada").login, anonymous.rate_limit.remaining]

begin
  anonymous.user("adda")
rescue Octokit::NotImplemented => missed
  say "a miss", missed.message
end
