import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OAuth2Server } from 'oauth2-mock-server';
// @ts-expect-error: it comes without types.
import Provider from 'oidc-provider';

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

const client = { id: 'mwanga', secret: 'what-only-both-of-us-know' };

/** `oauth2-mock-server`: says yes at once, for whoever is set. */
export interface MockProvider {
  url: string;
  person: Person;
  /** Variables that make a site its client, as Google, LinkedIn and Facebook. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

export async function startMockProvider(): Promise<MockProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const url = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = url;
  const provider: MockProvider = {
    url,
    person: { sub: 'nobody' },
    env: {
      ...named('GOOGLE', { ISSUER: url }),
      ...named('LINKEDIN', { ISSUER: url }),
      ...named('FACEBOOK', {
        AUTH_URL: `${url}/authorize`,
        TOKEN_URL: `${url}/token`,
        USERINFO_URL: `${url}/userinfo`,
      }),
    },
    stop: () => server.stop(),
  };
  server.service.on('beforeTokenSigning', (token: { payload: object }) => {
    Object.assign(token.payload, provider.person);
  });
  server.service.on('beforeUserinfo', (answer: { body: object }) => {
    const { sub, email_verified: _, ...rest } = provider.person;
    answer.body = { id: sub, ...rest }; // as Facebook tells it
  });
  return provider;
}

/** `oidc-provider`: asks people to sign in and to consent, and keeps to the letter of OpenID Connect. */
export interface StrictProvider {
  /** Variables that make a site its client, as LinkedIn. */
  env: Record<string, string>;
  /** To be called once the site's address is known. */
  admit(site: string): void;
  stop(): Promise<void>;
}

export async function startStrictProvider(): Promise<StrictProvider> {
  const http: HttpServer = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    env: named('LINKEDIN', { ISSUER: issuer }),
    admit: (site) => {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [`${site}/auth/callback/linkedin`],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        pkce: { required: () => true },
        findAccount: (_: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: 'Zawadi' }),
        }),
      });
      http.on('request', provider.callback());
    },
    stop: () => {
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
}

function named(provider: string, more: Record<string, string>): Record<string, string> {
  const all = { CLIENT_ID: client.id, CLIENT_SECRET: client.secret, ...more };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`OAUTH_${provider}_${name}`, value]));
}
