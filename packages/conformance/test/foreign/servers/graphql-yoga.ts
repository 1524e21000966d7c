import type { ForeignServer, Step } from "./servers.ts";

const typeDefs = `
  type Query { book(id: Int!): Book, books: [Book!]! }
  type Mutation { addBook(title: String!): Book! }
  type Book { id: Int!, title: String! }`;

/** A request to the one path there is; the text of the query is laid out as it is given. */
export function operation(query: string, variables: object = {}): Step {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return { path: "/graphql", method: "POST", headers, body: JSON.stringify({ query, variables }) };
}

/** GraphQL: one path for everything, told apart by bodies. */
export const graphqlYoga: ForeignServer = {
  name: "graphql-yoga",
  start: async () => {
    const { createSchema, createYoga } = await import("graphql-yoga");
    const books = ["One", "Two"].map((title, at) => ({ id: at + 1, title }));
    const resolvers = {
      Query: {
        books: () => books,
        book: (_root: unknown, { id }: { readonly id: number }) => books.find((each) => each.id === id) ?? null,
      },
      Mutation: {
        addBook: (_root: unknown, { title }: { readonly title: string }) => {
          const book = { id: books.length + 1, title };
          books.push(book);
          return book;
        },
      },
    };
    const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false, graphiql: false });
    return (request, response) => void yoga(request, response);
  },
  steps: [
    operation("query List { books { id title } }"),
    operation("query One($id: Int!) { book(id: $id) { title } }", { id: 2 }),
    operation("query One($id: Int!) { book(id: $id) { title } }", { id: 3 }),
    operation('mutation Add { addBook(title: "Three") { id } }'),
    operation("query One($id: Int!) { book(id: $id) { title } }", { id: 3 }),
    operation("query List { books { id title } }"),
    operation("query Wrong { nothing }"),
    { path: `/graphql?query=${encodeURIComponent("{ books { title } }")}` },
  ],
};
