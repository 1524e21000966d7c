import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { marked } from "./told.ts";

const scrubber = createScrubber();

test.each([
  ["a semicolon and a quote before the next pair", '{"c":"Server=a;Password=«x1;b\\"c»;Timeout=30"}'],
  ["a password in front, with signs", '{"c":"Password=«s#9(k,t%2»;User ID=app"}'],
  ["blanks around each pair", '{"c":"Server = a ; User Id = b ; Password = «gl#ass 7x» ; Timeout = 3"}'],
  ["blanks in the last value of a string", '{"c":"Data Source=h;User Id=sa;Password=«my last 9word»"}'],
  ["prose around the pairs", "Cannot open Server=h;Uid=sa;Pwd=«a#b9» because of it"],
  ["ADO.NET's quotes", `{"c":"Server=a;Password=\\"«a;\\"\\"b9c»\\";Timeout=3","d":"Uid=a;Pwd='«a;''b»'"}`],
  ["ODBC's brackets", "Driver={SQL Server};Server=a;PWD={«p;q}}r»};Encrypt=yes"],
  ["the URL of JDBC", "jdbc:sqlserver://h:1433;databaseName=s;user=sa;password={«k9;t»};encrypt=true"],
  [
    "an attribute of XML with entities",
    '<add connectionString="Server=h;Pwd=&quot;«a;b9»&quot;;X=1" b="Server=h;Pwd=«a&amp;b9&lt;c»" c="Timeout=1"/>',
  ],
  ["the client of a queue", "host=mq;virtualHost=/;username=a;password=«k9(,x»;requestedHeartbeat=10"],
  ["a key of Azure", "AccountName=a;AccountKey=«abcDEF123/+xyz==»;EndpointSuffix=core.windows.net"],
  ["a sign of markup before a letter", '{"c":"Server=db;User Id=ada;Password=«kW3m<Tr5vQ9»;Encrypt=yes"}'],
  ["a sign before what is no entity", '{"c":"sqlserver://h:1433;user=ada;password=«kW3m&Tr5v»;database=d"}'],
  ["no keyword", "email=ada@x.example;password=«kW3m#pL8Q»;plan=a"],
  ["a form of it", "c=Server%3Dh%3BPwd%3D«a%26b%3Bc9»%3BTimeout%3D3&next=1"],
  ["a string of a program", `c = "Server=h;Pwd=«a#b9»"; next(); d = "a;Timeout=3"`],
])("a connection's password ends with its pair: %s", (_what, text) => {
  const { raw, clean } = marked(text, "parameter");
  expect(scrubber.text(raw)).toBe(clean);
  expect(scrubber.text(clean)).toBe(clean);
});

test.each([
  ["a variable", "Server=a;Password=$DB_PASSWORD;Timeout=30"],
  ["stars", "Server=a;Password=*****;Timeout=30"],
  ["nothing", "Server=a;Password=;Timeout=30"],
  ["a call of a program", "host = x; password = prompt(); port = 5;"],
])("a connection string stays: %s", (_what, text) => expect(scrubber.text(text)).toBe(text));
