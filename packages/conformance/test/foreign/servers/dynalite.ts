import { once } from "node:events";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import type { ForeignClient } from "./foreign-client.ts";

const dynalite = createRequire(import.meta.url)("dynalite") as (options: object) => Server;

/** Calls that are told apart by a header and a body, signed with their time; a client that retries by the answer's date. */
export const dynamo: ForeignClient = {
  name: "dynalite with @aws-sdk/client-dynamodb",
  start: async () => {
    const server = dynalite({ createTableMs: 0 }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
  },
  use: async (endpoint) => {
    const credentials = {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    };
    const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
    const seen: unknown[] = [];
    const note = async (asking: Promise<{ readonly $metadata: { readonly attempts?: number } }>): Promise<void> => {
      try {
        const { $metadata, ...answer } = await asking;
        seen.push([$metadata.attempts, "TableDescription" in answer ? "made" : answer]);
      } catch (error) {
        seen.push([(error as { $metadata: { attempts: number } }).$metadata.attempts, String(error)]);
      }
    };
    const TableName = "things";
    const key = { id: { S: "a" } };
    const putNew = new PutItemCommand({
      TableName,
      Item: { ...key, big: { N: "12345678901234567890" }, bytes: { B: Uint8Array.of(1, 2, 255) } },
      ConditionExpression: "attribute_not_exists(id)",
    });
    await note(
      client.send(
        new CreateTableCommand({
          TableName,
          KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
          AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
          BillingMode: "PAY_PER_REQUEST",
        }),
      ),
    );
    await note(client.send(putNew));
    // Refused, then allowed: a client that asked again would meet the wrong one of the two.
    await note(client.send(putNew));
    await note(client.send(new DeleteItemCommand({ TableName, Key: key })));
    await note(client.send(putNew));
    await note(client.send(new GetItemCommand({ TableName, Key: key })));
    const values = { ":id": { S: "a" } };
    await note(
      client.send(
        new QueryCommand({ TableName, KeyConditionExpression: "id = :id", ExpressionAttributeValues: values }),
      ),
    );
    await note(client.send(new GetItemCommand({ TableName: "nothing", Key: key })));
    client.destroy();
    return seen;
  },
};
