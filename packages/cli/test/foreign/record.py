"""Asks what stands on standard input of the service, under vcrpy: python3 record.py FOLDER yaml|json < questions.json"""
import json
import sys

import requests
import vcr

folder, serializer = sys.argv[1:3]
with vcr.VCR(serializer=serializer, record_mode="all").use_cassette(f"{folder}/vcrpy.{serializer}"):
    for question in json.load(sys.stdin):
        # Bytes of no text do not go into vcrpy's JSON.
        if serializer == "json" and question["url"].endswith(("/bytes", "/gzip", "/br")):
            continue
        body = question.get("body")
        requests.request(
            question["method"],
            question["url"],
            headers=question["headers"],
            data=body and body.encode(),
            allow_redirects=False,
        )
