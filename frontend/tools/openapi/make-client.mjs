// A client as a stranger makes one: the document is validated, and a public generator turns it into TypeScript.
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { generateApi } from 'swagger-typescript-api';

const document = fileURLToPath(new URL('../../../openapi.json', import.meta.url));

/** Writes `client.ts` into `folder`, and answers its path. Fails when openapi.json is not valid OpenAPI. */
export async function makeClient(folder) {
  const { valid, errors } = await new Validator().validate(document);
  if (!valid) throw new Error(`openapi.json is not valid: ${JSON.stringify(errors)}`);
  await generateApi({ input: document, output: folder, fileName: 'client.ts', httpClientType: 'fetch', silent: true });
  return `${folder}/client.ts`;
}
