// What a client may send that is no plain request: the public cases of request smuggling, of names and of targets, each
// as the bytes that go over the socket, and what a server on node:http answers: the status of each response on the
// connection, and for a 200 what was understood (method, target, base URL, length of the body).

const end = "\r\n\r\n";
const host = "Host: localhost";
const post = `POST /a HTTP/1.1\r\n${host}\r\n`;
const next = `GET /smuggled HTTP/1.1\r\n${host}\r\n\r\n`;

const get = (target: string, ...lines: readonly string[]): string =>
  `GET ${target} HTTP/1.1\r\n${lines.join("\r\n")}${end}`;
const chunked = (encoding: string, body: string): string => `${post}${encoding}\r\n\r\n${body}`;

/** By name: a name says what is odd. */
export const rawRequests: Readonly<Record<string, readonly [bytes: string, answer: string]>> = {
  "a plain request": [get("/a", host), "200 GET /a http://localhost 0"],
  "two requests in one go": [
    get("/a", host) + get("/b", host),
    "200 GET /a http://localhost 0 | 200 GET /b http://localhost 0",
  ],
  // Framing: RFC 9112, section 6.
  "length and chunks": [chunked("Content-Length: 6\r\nTransfer-Encoding: chunked", `0\r\n\r\n${next}`), "400"],
  "chunks and length": [chunked("Transfer-Encoding: chunked\r\nContent-Length: 4", `5c\r\n${next}`), "400"],
  "two lengths that differ": [chunked("Content-Length: 0\r\nContent-Length: 6", `hello!${next}`), "400"],
  "two lengths alike": [chunked("Content-Length: 2\r\nContent-Length: 2", "hi"), "400"],
  "a list of lengths": [chunked("Content-Length: 2, 2", "hi"), "400"],
  "a length with a sign": [chunked("Content-Length: +2", "hi"), "400"],
  "a negative length": [chunked("Content-Length: -1", next), "400"],
  "a length in hexadecimal": [chunked("Content-Length: 0x2", "hi"), "400"],
  "a length beyond all numbers": [chunked("Content-Length: 18446744073709551617", "hi"), "400"],
  "a space before the colon": [chunked("Content-Length : 2", "hi"), "400"],
  "another coding before chunks": [chunked("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"), "501"],
  "another coding after chunks": [chunked("Transfer-Encoding: chunked, identity", "0\r\n\r\n"), "400"],
  "an unknown transfer coding": [chunked("Transfer-Encoding: xchunked", `0\r\n\r\n${next}`), "501"],
  "chunks twice": [chunked("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), "400"],
  "chunks after a vertical tab": [chunked("Transfer-Encoding: \x0bchunked", `0\r\n\r\n${next}`), "400"],
  "chunks on a folded line": [chunked("Transfer-Encoding:\r\n chunked", `0\r\n\r\n${next}`), "400"],
  "chunks in HTTP/1.0": [`POST /a HTTP/1.0\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${next}`, "400"],
  "a chunk's size with a sign": [chunked("Transfer-Encoding: chunked", "+2\r\nhi\r\n0\r\n\r\n"), "400"],
  "a chunk's size in 0x": [chunked("Transfer-Encoding: chunked", "0x2\r\nhi\r\n0\r\n\r\n"), "400"],
  "a chunk's size beyond all numbers": [
    chunked("Transfer-Encoding: chunked", "10000000000000002\r\nhi\r\n0\r\n\r\n"),
    "400",
  ],
  "a chunk longer than it says": [chunked("Transfer-Encoding: chunked", "2\r\nhi!!\r\n0\r\n\r\n"), "400"],
  "a chunk's extension with a bare LF": [chunked("Transfer-Encoding: chunked", `2;\nxx\r\nhi\r\n0\r\n\r\n`), "400"],
  "chunks that end with a bare LF": [chunked("Transfer-Encoding: chunked", `2\nhi\n0\n\n`), "400"],
  "a trailer named Content-Length": [chunked("Transfer-Encoding: chunked", "0\r\nContent-Length: 100\r\n\r\n"), "400"],
  "a long chunk extension": [
    chunked("Transfer-Encoding: chunked", `2;${"x".repeat(100_000)}\r\nhi\r\n0\r\n\r\n`),
    "400",
  ],
  "the body of a GET": [`GET /a HTTP/1.1\r\n${host}\r\nContent-Length: 2\r\n\r\nhi`, "200 GET /a http://localhost 2"],
  "a request in the body of a GET": [
    `GET /a HTTP/1.1\r\n${host}\r\nContent-Length: ${next.length}\r\n\r\n${next}`,
    "200 GET /a http://localhost 43",
  ],
  // Lines: section 2.
  "lines that end with a bare LF": [`GET /a HTTP/1.1\n${host}\n\n`, "400"],
  "a bare CR in a value": [get("/a", host, "X: a\rContent-Length: 5"), "400"],
  "a NUL in a value": [get("/a", host, "X: a\0b"), "400"],
  "a folded line": [get("/a", host, "X: a\r\n b"), "400"],
  "a header without a colon": [get("/a", host, "X"), "400"],
  "a header without a name": [get("/a", host, ": a"), "400"],
  "a name with a space": [get("/a", host, "X Y: a"), "400"],
  "a value of UTF-8": [get("/a", host, "X: \u00c3\u00a9"), "200 GET /a http://localhost 0"],
  "an empty line before the request": [`\r\n${get("/a", host)}`, "200 GET /a http://localhost 0"],
  "a space before the first header": [`GET /a HTTP/1.1\r\n ${host}\r\n\r\n`, "400"],
  // The first line: section 3.
  "HTTP/0.9": ["GET /a\r\n\r\n", "505"],
  "HTTP/1.0 without a Host": ["GET /a HTTP/1.0\r\n\r\n", "200 GET /a http://127.0.0.1:PORT 0"],
  "HTTP/1.2": [`GET /a HTTP/1.2\r\n${host}\r\n\r\n`, "400"],
  "HTTP/2.0 without its preface": [`GET /a HTTP/2.0\r\n${host}\r\n\r\n`, "505"],
  "the preface of HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"],
  "the first bytes of TLS": ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "400"],
  "a method in small letters": [`get /a HTTP/1.1\r\n${host}\r\n\r\n`, "400"],
  "no method": [`/a HTTP/1.1\r\n${host}\r\n\r\n`, "400"],
  "a space in the target": [get("/a b", host), "400"],
  "a fragment in the target": [get("/a#b", host), "400"],
  "an absolute target of another host": [get("http://elsewhere.example/a", host), "421"],
  "an absolute target, as to a proxy": [get("http://elsewhere.example/a", "Host: elsewhere.example"), "421"],
  "an absolute target of another scheme": [get("ftp://elsewhere.example/a", host), "421"],
  "a target that is a name": [get("elsewhere.example:443", host), "400"],
  "a target that is a word": [get("a", host), "400"],
  "an asterisk": [get("*", host), "400"],
  "a tunnel": [`CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n${next}`, "405"],
  TRACE: [`TRACE /a HTTP/1.1\r\n${host}\r\n\r\n`, "200 TRACE /a http://localhost 0"],
  "a method nobody knows": [`PURGE /a HTTP/1.1\r\n${host}\r\n\r\n`, "200 PURGE /a http://localhost 0"],
  "an upgrade to a WebSocket": [
    get("/a", host, "Connection: upgrade", "Upgrade: websocket"),
    "200 GET /a http://localhost 0",
  ],
  "an upgrade to HTTP/2": [
    get("/a", host, "Connection: upgrade, http2-settings", "Upgrade: h2c", "HTTP2-Settings: AAMA"),
    "200 GET /a http://localhost 0",
  ],
  "an expectation nobody knows": [get("/a", host, "Expect: the-unexpected"), "417"],
  // Names: section 3.2, and RFC 3986, section 3.2.2.
  "no Host": ["GET /a HTTP/1.1\r\n\r\n", "400"],
  "an empty Host": [get("/a", "Host:"), "400"],
  "two Hosts": [get("/a", host, "Host: elsewhere.example"), "400"],
  "two Hosts alike": [get("/a", host, host), "400"],
  "a list of Hosts": [get("/a", "Host: localhost, elsewhere.example"), "400"],
  "a Host with a plus": [get("/a", "Host: a+b.evil.example"), "200 GET /a http://a+b.evil.example 0"],
  "a Host with a path": [get("/a", "Host: localhost/x"), "400"],
  "a Host with a user": [get("/a", "Host: user@localhost"), "400"],
  "a Host with a query": [get("/a", "Host: localhost?x"), "400"],
  "a Host with angle brackets": [get("/a", "Host: a<b>"), "400"],
  "a Host with a space": [get("/a", "Host: local host"), "400"],
  "a Host in percent-encoding": [get("/a", "Host: local%68ost"), "400"],
  "a Host that is a number": [get("/a", "Host: 2130706433"), "400"],
  "a Host in hexadecimal": [get("/a", "Host: 0x7f.1"), "400"],
  "a Host in octal": [get("/a", "Host: 0177.0.0.1"), "400"],
  "a Host of other letters": [get("/a", "Host: l\u00f6calhost"), "400"],
  "a Host with a dot at its end": [get("/a", "Host: localhost."), "200 GET /a http://localhost. 0"],
  "a port beyond the last": [get("/a", "Host: localhost:65536"), "400"],
  "a port that is none": [get("/a", "Host: localhost:80a"), "400"],
  "a port with a zero before it": [get("/a", "Host: localhost:080"), "400"],
  "an empty port": [get("/a", "Host: localhost:"), "200 GET /a http://localhost 0"],
  "an address of IPv6": [get("/a", "Host: [::1]:8080"), "200 GET /a http://[::1]:8080 0"],
  "an address of IPv6 in another spelling": [get("/a", "Host: [0:0::1]"), "400"],
  "an address of IPv6 with one of IPv4 in it": [get("/a", "Host: [::ffff:127.0.0.1]"), "400"],
  "an address of IPv6 with a zone": [get("/a", "Host: [fe80::1%25eth0]"), "400"],
  "half an address of IPv6": [get("/a", "Host: [::1"), "400"],
  "an address of a later version": [get("/a", "Host: [v1.x]"), "400"],
  // Sizes.
  "100,000 headers": [get("/a", host, ...Array.from({ length: 100_000 }, () => "a: b")), "431"],
  "100 headers": [
    get("/a", host, ...Array.from({ length: 99 }, (_, at) => `a${at}: b`)),
    "200 GET /a http://localhost 0",
  ],
  "101 headers": [get("/a", host, ...Array.from({ length: 100 }, (_, at) => `a${at}: b`)), "431"],
  "3,000 headers": [get("/a", host, ...Array.from({ length: 3000 }, () => "a:")), "431"],
  "a header of a megabyte": [get("/a", host, `X: ${"a".repeat(1_000_000)}`), "431"],
  "a target of 100,000 characters": [get(`/${"a".repeat(100_000)}`, host), "431"],
  "a length far beyond the limit": [chunked("Content-Length: 1000000000000", "hi"), "413"],
};

/** What a server is asked that is told its names, `localhost` and `api.example:8080`. */
export const namedRequests: Readonly<Record<string, readonly [bytes: string, answer: string]>> = {
  "its name": [get("/a", host), "200 GET /a http://localhost 0"],
  "its name with a port": [get("/a", "Host: localhost:99"), "200 GET /a http://localhost:99 0"],
  "its name and port": [get("/a", "Host: API.example:8080"), "200 GET /a http://api.example:8080 0"],
  "its name with another port": [get("/a", "Host: api.example:80"), "421"],
  "another name": [get("/a", "Host: elsewhere.example"), "421"],
  "a target of another host": [get("http://elsewhere.example/a", host), "421"],
  "a target of another host, as to a proxy": [get("http://elsewhere.example/a", "Host: elsewhere.example"), "421"],
  "a target of its own": [
    get("http://api.example:8080/a", "Host: api.example:8080"),
    "200 GET /a http://api.example:8080 0",
  ],
  "two Hosts": [get("/a", host, "Host: api.example:8080"), "400"],
};

/** Bun hands on no target but that of the Host. */
export const otherNamedAnswers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Bun.serve": { "a target of another host": "200 GET /a http://localhost 0" },
};

/**
 * Where another server answers otherwise. Its parser is the runtime's: it closes the connection without a word (""), has
 * a status of its own, or takes what cannot be misunderstood. A target of another host, which both native servers put
 * together with the Host before anybody sees it, is answered under that host's name, unless the server is told its own.
 */
export const otherAnswers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "node:http on Deno": {
    "a long chunk extension": "200 POST /a http://localhost 2",
  },
  "node:http on Bun": {
    "HTTP/0.9": "400",
    "HTTP/2.0 without its preface": "400",
    "two lengths alike": "200 POST /a http://localhost 2",
    "chunks in HTTP/1.0": "200 POST /a http://localhost 0",
    "an absolute target of another scheme": "400",
  },
  "Deno.serve": {
    "two lengths alike": "200 POST /a http://localhost 2",
    "an unknown transfer coding": "400",
    "a chunk's size with a sign": "",
    "a chunk's size in 0x": "",
    "a chunk's size beyond all numbers": "",
    "a chunk longer than it says": "",
    "a chunk's extension with a bare LF": "",
    "chunks that end with a bare LF": "",
    "a trailer named Content-Length": "200 POST /a http://localhost 0",
    "the body of a GET": "400",
    "a request in the body of a GET": "400",
    "lines that end with a bare LF": "200 GET /a http://localhost 0",
    "HTTP/1.0 without a Host": "400",
    "HTTP/0.9": "400",
    "HTTP/2.0 without its preface": "400",
    "the preface of HTTP/2": "?",
    "a method in small letters": "200 get /a http://localhost 0",
    "an absolute target, as to a proxy": "200 GET /a http://elsewhere.example 0",
    "a tunnel": "405 | 200 GET /smuggled http://localhost 0",
    "an expectation nobody knows": "200 GET /a http://localhost 0",
    "100,000 headers": "400",
    "3,000 headers": "400",
    "a header of a megabyte": "400",
    "a target of 100,000 characters": "400",
  },
  "Bun.serve": {
    "two lengths alike": "200 POST /a http://localhost 2",
    "another coding before chunks": "400",
    "an unknown transfer coding": "400",
    "a trailer named Content-Length": "200 POST /a http://localhost 0 | 400",
    "a long chunk extension": "413",
    "the body of a GET": "400",
    "a request in the body of a GET": "400",
    "lines that end with a bare LF": "505",
    "an empty line before the request": "400",
    "HTTP/1.0 without a Host": "400",
    "HTTP/1.2": "505",
    "a method in small letters": "",
    "a space in the target": "505",
    "an absolute target of another host": "200 GET /a http://localhost 0",
    "an absolute target, as to a proxy": "200 GET /a http://elsewhere.example 0",
    "an absolute target of another scheme": "400",
    "an expectation nobody knows": "200 GET /a http://localhost 0",
  },
};
