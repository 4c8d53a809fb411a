// The server bundle, called the way Rust calls it: strings in, strings out, in a world without browser or Node.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { Window } from 'happy-dom';
import { dist } from './dist-folder.mjs';
import { loadServerBundle } from './quickjs-like.mjs';
import { card, category, hit, home, page, post, problem, related, search, site } from './sample-answers.mjs';

let bundle;
before(async () => {
  bundle = await loadServerBundle(join(dist, 'server/ssr.js'));
});

const pageCalls = (url) => JSON.parse(bundle.calls(url));
const calls = (url) => pageCalls(url).calls;
const render = (url, answers) => JSON.parse(bundle.render(url, JSON.stringify(answers)));

describe('pages', () => {
  it('lists every public page with its allowed query', () => {
    assert.deepEqual(
      JSON.parse(bundle.pages()).map(({ path, query }) => ({ path, query })),
      [
        { path: '/', query: [] },
        { path: '/category/:id', query: ['page'] },
        { path: '/post/slug/:slug', query: [] },
        { path: '/blog/post/:id', query: [] },
        { path: '/preview/:code', query: ['as'] },
        { path: '/services/:slug', query: [] },
        { path: '/newsletters', query: [] },
        { path: '/newsletter/issues', query: ['page'] },
        { path: '/newsletter/issues/:id', query: [] },
        { path: '/corrections', query: ['after'] },
        { path: '/author/:slug', query: ['page'] },
        { path: '/tag/:slug', query: ['page'] },
        { path: '/search', query: ['q', 'query', 'page', 'category', 'author', 'from', 'to'] },
        { path: '/auth/login', query: [] },
        { path: '/auth/register', query: [] },
        { path: '/auth/callback/:provider', query: [] },
        { path: '/auth/reset-password', query: [] },
        { path: '/auth/verify-email', query: [] },
        { path: '/newsletter/confirm', query: [] },
        { path: '/newsletter/preferences', query: [] },
        { path: '/newsletter/unsubscribe', query: [] },
        { path: '/manage-account', query: [] },
        { path: '/subscribe', query: [] },
        { path: '/subscription-status', query: [] },
        { path: '/:slug', query: [] },
        { path: '/_styles', query: [] },
      ],
    );
  });
});

describe('calls', () => {
  it('names the main call first and the layout last', () => {
    assert.deepEqual(calls('/'), [
      '/posts/public/todays-picks',
      '/posts/public?exclude=sponsored',
      '/posts/public?category=sponsored&per_page=3',
      '/posts/public/by-category?per_category=4',
      '/site?frame=true',
    ]);
    assert.deepEqual(calls('/category/tech'), ['/category/tech', '/site?frame=true']);
    assert.deepEqual(calls('/category/tech?page=2'), ['/category/tech?page=2', '/site?frame=true']);
    assert.deepEqual(calls('/category/tech?page=1'), ['/category/tech', '/site?frame=true']);
    assert.deepEqual(calls('/post/slug/a-post'), [
      '/post/slug/a-post',
      '/post/slug/a-post/related',
      '/site?frame=true',
    ]);
    assert.deepEqual(calls('/author/mwanga-team?page=3'), ['/author/mwanga-team?page=3', '/site?frame=true']);
    assert.deepEqual(calls('/tag/wi-fi'), ['/tag/wi-fi', '/site?frame=true']);
    assert.deepEqual(calls('/search?q=+sun%26moon+&page=2'), [
      '/search/search?q=sun%26moon&page=2',
      '/site?frame=true',
    ]);
    assert.deepEqual(calls('/newsletter/issues?page=2'), ['/newsletter/issues?page=2', '/site?frame=true']);
    assert.deepEqual(calls('/newsletter/issues/7'), ['/newsletter/issues/7', '/site?frame=true']);
    assert.deepEqual(calls('/search?q=sun&category=ai&author=&to=2026-11-20'), [
      '/search/search?q=sun&category=ai&to=2026-11-20',
      '/site?frame=true',
    ]);
    assert.deepEqual(calls('/search?query=sun'), ['/search/search?q=sun', '/site?frame=true']);
    assert.deepEqual(calls('/search?q=++'), ['/site?frame=true']);
  });

  it('leaves the status to the main call, or tells it where a page has none', () => {
    assert.equal(pageCalls('/category/tech').status, undefined);
    assert.deepEqual(pageCalls('/auth/login'), { calls: ['/site?frame=true'], status: 200 });
    assert.deepEqual(pageCalls('/about'), { calls: ['/pages/about', '/site?frame=true'] });
    assert.deepEqual(pageCalls('/services/data-engineering'), {
      calls: ['/pages/data-engineering', '/site?frame=true'],
    });
  });

  it('throws for an address that is no page', () => {
    assert.throws(() => bundle.calls('/nowhere/at/all'));
  });
});

describe('home', () => {
  it('is drawn with its head cut out', () => {
    const { html, head } = render('/', home);
    assert.match(head, /<title>Mwanga: Your guide to a brighter future/);
    assert.match(head, /<link rel="canonical" href="https:\/\/mwanga\.example\.com\/"\/>/);
    assert.match(
      head,
      /<link rel="preload" as="image" type="image\/webp" fetchPriority="high" imageSrcSet="\/media\/w480\/1\.webp 480w, \/media\/1\.webp 1600w" imageSizes="/,
    );
    assert.doesNotMatch(html, /<title>|rel="canonical"|<meta/);
    assert.match(html, /Today&#x27;s Picks/);
  });

  it('names the address that a reader was led here from, as text, and says nothing without one', () => {
    const told = (path, words) => ({ 'missing-address': { status: 200, body: { path, words } } });
    const led = render('/', { ...home, ...told('/old-story', 'old story') }).html;
    assert.match(led.replaceAll(/<[^>]+>/g, ''), /There is nothing at \/old-story\. Search for “old story”/);
    assert.match(led, /href="\/search\?q=old\+story"/);
    assert.doesNotMatch(render('/', { ...home, ...told('/2023', '') }).html, /Search for/);
    assert.doesNotMatch(render('/', { ...home, ...told('/<script>', '') }).html, /<script>/);
    assert.doesNotMatch(render('/', home).html, /There is nothing at/);
  });

  it('keeps picks and untitled posts out of Most Recent, and shows at most five', () => {
    const { html } = render('/', home);
    const recent = html.slice(html.indexOf('Most Recent'), html.indexOf('newsletter'));
    assert.deepEqual(
      recent.match(/\/post\/slug\/post-\d+/g),
      ['4', '5', '6', '7', '8'].map((id) => `/post/slug/post-${id}`),
    );
  });

  it('leaves Sponsored out of the sections and marks it by itself', () => {
    const { html } = render('/', home);
    assert.doesNotMatch(html, /id="section-sponsored"/);
    assert.equal(html.match(/Paid for by Sample Sponsor/g)?.length, 3);
  });

  it('says so when nothing came', () => {
    const failed = Object.fromEntries(Object.keys(home).map((path) => [path, problem(500, 'internal')]));
    assert.match(
      render('/', { ...failed, '/site?frame=true': site }).html,
      /Failed to load content\. Please try again later\./,
    );
  });

  it('is drawn without the parts whose calls failed', () => {
    const { html } = render('/', { ...home, '/posts/public/by-category?per_category=4': problem(500, 'internal') });
    assert.match(html, /Most Recent/);
    assert.doesNotMatch(html, /section-tech/);
  });
});

describe('a category', () => {
  it('links its pages for readers and robots', () => {
    const { html, head } = render('/category/tech?page=2', {
      '/category/tech?page=2': category({ page: 2 }),
      '/site?frame=true': site,
    });
    assert.match(head, /rel="canonical" href="https:\/\/mwanga\.example\.com\/category\/tech\?page=2"/);
    assert.match(head, /rel="prev" href="https:\/\/mwanga\.example\.com\/category\/tech"/);
    assert.match(head, /rel="next" href="https:\/\/mwanga\.example\.com\/category\/tech\?page=3"/);
    assert.match(html, /<a href="\/category\/tech\?page=3" rel="next">/);
  });

  it('says when it is empty and when it failed', () => {
    const empty = category({ data: [], total: 0 });
    assert.match(
      render('/category/tech', { '/category/tech': empty, '/site?frame=true': site }).html,
      /No posts found in this category\./,
    );
    const { html, head } = render('/category/no-such', {
      '/category/no-such': problem(404, 'category.not_found'),
      '/site?frame=true': site,
    });
    assert.match(html, /<h1[^>]*>Failed to load posts for No Such<\/h1><p[^>]*>There is no category at this address\./);
    assert.match(head, /<title>There is no category at this address \|/);
    assert.match(head, /<meta name="robots" content="noindex"\/>/);
  });
});

describe('a post', () => {
  const at = '/post/slug/post-5';

  it('is drawn whole', () => {
    const { html, head } = render(at, { [at]: post, '/site?frame=true': site });
    assert.match(head, /<title>Post number 5 &amp; others \| Mwanga<\/title>/);
    assert.match(head, /property="og:image" content="https:\/\/mwanga\.example\.com\/media\/5\.webp"/);
    assert.match(html, /<time dateTime="2026-11-20T21:30:00Z">21 November 2026<\/time>/);
    assert.match(html, /class="table-box"/);
    assert.match(html, /<a href="\/author\/mwanga-team" rel="author"/);
    assert.match(html, /<a href="\/tag\/cables" rel="tag">cables<\/a>/);
    assert.match(html, /sharer\.php\?u=https%3A%2F%2Fmwanga\.example\.com%2Fpost%2Fslug%2Fpost-5"/);
    assert.match(
      html,
      /href="https:\/\/shop\.example\.com\/\?a=1&amp;b=2" target="_blank" rel="sponsored nofollow noopener"/,
    );
  });

  // What reads pages for others scores elements by such words, and short texts lose against what stands around them
  // (docs/extractors.md).
  it('is marked as an article, and nothing around it is', () => {
    const { html } = render(at, { [at]: post, [`${at}/related`]: related, '/site?frame=true': site });
    const { document } = new Window();
    document.body.innerHTML = html;
    const bodies = [...document.querySelectorAll('[itemprop="articleBody"], .article-body')];
    assert.equal(bodies.length, 1);
    assert.ok(bodies[0].matches('article.post-article > div.article-body[itemprop="articleBody"]'));
    const words = /article|body|content|entry|main|page|post|text|blog|story/i;
    const around = [...document.querySelectorAll('p')].filter((p) => !p.closest('.post-article'));
    assert.ok(around.length > 5);
    for (const box of around.map((p) => p.parentElement).filter((box) => box.tagName !== 'SECTION')) {
      assert.doesNotMatch(`${box.className} ${box.id}`, words);
    }
    assert.ok(document.querySelector('.newsletter > .subscribe > h2'), 'the newsletter box says what it is');
  });

  it('says in its head who wrote it and what it is about', () => {
    const { head } = render(at, { [at]: post, '/site?frame=true': site });
    assert.match(head, /<meta property="article:author" content="Mwanga Team"\/>/);
    assert.deepEqual(
      [...head.matchAll(/property="article:tag" content="([^"]*)"/g)].map(([, tag]) => tag),
      ['cables', 'power'],
    );
    assert.match(head, /<meta name="keywords" content="cables, power"\/>/);
    const untagged = { ...post, body: { ...post.body, tag_list: [] } };
    assert.doesNotMatch(render(at, { [at]: untagged, '/site?frame=true': site }).head, /article:tag|keywords"/);
  });

  it('carries structured data that no text can break out of', () => {
    const evil = { ...post, body: { ...post.body, title: '</script><script>alert(1)</script>' } };
    const { head } = render(at, { [at]: evil, '/site?frame=true': site });
    const data = head.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '';
    assert.equal(JSON.parse(data).headline, '</script><script>alert(1)</script>');
    assert.equal(JSON.parse(data)['@type'], 'NewsArticle');
    // The article, the way to it, and its product.
    assert.equal(head.match(/<script/g)?.length, 3);
    assert.equal(head.match(/<\/script/g)?.length, 3);
  });

  it('leads on: the next of its category, and others like it', () => {
    const { html } = render(at, { [at]: post, [`${at}/related`]: related, '/site?frame=true': site });
    const further = html.slice(html.indexOf('Next in Tech'));
    assert.deepEqual(
      further.match(/href="\/post\/slug\/post-\d+"/g),
      [30, 20, 21, 22, 23].map((id) => `href="/post/slug/post-${id}"`),
    );
  });

  it('is drawn when the call for others failed', () => {
    const { html } = render(at, { [at]: post, [`${at}/related`]: problem(500, 'internal'), '/site?frame=true': site });
    assert.match(html, /Words\./);
    assert.doesNotMatch(html, /Related posts/);
  });

  it('tells a missing post from one that was removed', () => {
    const missing = render(at, { [at]: problem(404, 'post.not_found'), '/site?frame=true': site });
    assert.match(missing.html, /<h1[^>]*>Failed to load post\.<\/h1><p[^>]*>There is no post at this address\./);
    assert.match(missing.head, /<title>There is no post at this address \|/);
    const failed = render(at, { [at]: problem(500, 'internal'), '/site?frame=true': site });
    assert.match(failed.html, /Failed to load post\./);
    assert.doesNotMatch(failed.html + failed.head, /There is no post/);
    assert.match(
      render(at, { [at]: problem(410, 'post.gone'), '/site?frame=true': site }).html,
      /This post has been removed\./,
    );
  });

  it('shows a video with its poster', () => {
    const film = { kind: 'video', url: '/media/f.mp4', width: 1280, height: 720, alt: '' };
    const body = { ...post.body, ...card(5, { preview: film, poster_url: '/media/f.webp' }) };
    const { html } = render(at, { [at]: { status: 200, body }, '/site?frame=true': site });
    assert.match(html, /<video src="\/media\/f\.mp4" poster="\/media\/f\.webp"/);
  });
});

describe('a newsletter in the browser', () => {
  const at = '/newsletter/issues/7';
  const body = { id: 7, subject: 'Light this week', sent_at: '2026-11-20T06:30:00Z', html: '<p>Digest</p>' };

  it('is drawn with its day, and leads to the others', () => {
    const { html, head } = render(at, { [at]: { status: 200, body }, '/site?frame=true': site });
    assert.match(html, /20 November 2026[\s\S]*<h1[^>]*>Light this week<\/h1>[\s\S]*<p>Digest<\/p>/);
    assert.match(html, /href="\/newsletter\/issues"/);
    assert.match(head, /rel="canonical" href="https:\/\/mwanga\.example\.com\/newsletter\/issues\/7"/);
  });

  it('stands in the archive, which has pages and an end', () => {
    const list = (page, total) => ({ status: 200, body: { data: total > 0 ? [body] : [], total, page, per_page: 20 } });
    const draw = (page, total) => {
      const path = page > 1 ? `/newsletter/issues?page=${page}` : '/newsletter/issues';
      return render(path, { [path]: list(page, total), '/site?frame=true': site });
    };
    assert.match(draw(1, 0).html, /No newsletter has gone out yet\./);
    assert.match(draw(1, 41).html, /href="\/newsletter\/issues\/7"[^>]*>Light this week/);
    assert.match(draw(2, 41).head, /rel="prev" href="[^"]*\/newsletter\/issues"/);
    assert.match(draw(9, 41).html, /To the newest newsletters/);
    assert.match(draw(9, 41).head, /content="noindex"/);
  });
});

describe('the corrections', () => {
  const entry = {
    id: 7,
    text: 'It is <9>.',
    created_at: '2026-11-20T06:30:00Z',
    post: { title: 'Habari', canonical_path: '/post/slug/habari' },
  };
  const draw = (after, data, next = null) => {
    const path = after ? `/corrections?after=${after}` : '/corrections';
    return render(path, { [path]: { status: 200, body: { data, next } }, '/site?frame=true': site });
  };

  it('are drawn with their day and post, and go on after the last', () => {
    const { html, head } = draw(undefined, [entry], '7');
    assert.match(
      html,
      /20 November 2026[\s\S]*href="\/post\/slug\/habari#corrections"[^>]*>Habari<[\s\S]*It is &lt;9&gt;\./,
    );
    assert.match(html, /href="\/corrections\?after=7" rel="next"/);
    assert.match(head, /rel="canonical" href="[^"]*\/corrections"/);
    assert.match(draw('7', [entry]).head, /rel="canonical" href="[^"]*\/corrections\?after=7"/);
  });

  it('have an end, and a page where there are none', () => {
    assert.match(draw(undefined, []).html, /No story has been corrected yet\./);
    assert.match(draw('1', []).html, /There is no earlier correction\./);
    assert.match(draw('1', []).head, /content="noindex"/);
    assert.deepEqual(calls('/corrections?after=x'), ['/corrections', '/site?frame=true']);
  });
});

describe('a page of the site', () => {
  const block = (type, more) => ({ type, ...more });
  const heading = (id, text) => block('heading', { id, text, html: text });
  const text = (html) => block('text', { html });
  const list = (look, ...items) =>
    block('list', { look, items: items.map((html) => ({ title_html: html, href: '/faqs', html: `<p>${html}</p>` })) });
  const contact = block('section', { kind: 'contact', blocks: [heading('talk', 'Talk to us')] });
  const words = (layout, blocks, more = {}) => ({
    key: null,
    canonical_path: '/jobs',
    title: 'Jobs at Mwanga',
    short_title: 'Jobs',
    lead: 'Work with us.',
    note: 'Since June',
    description: 'Open positions.',
    layout,
    blocks,
    share_picture: null,
    ...more,
  });
  const draw = (page, path = '/jobs') =>
    render(path, { [`/pages/${path.split('/').at(-1)}`]: { status: 200, body: page }, '/site?frame=true': site });

  it('has its words, title, description and address', () => {
    const { html, head } = draw(words('text', [heading('pay', 'Pay'), text('<p>Fair.</p>'), contact]));
    assert.match(head, /<title>Jobs \| Mwanga<\/title>/);
    assert.match(head, /<meta name="description" content="Open positions\."/);
    assert.match(head, /rel="canonical" href="https:\/\/mwanga\.example\.com\/jobs"/);
    assert.match(
      html,
      /<h1[^>]*>Jobs at Mwanga<\/h1>.*Work with us\..*Since June.*<h2 id="pay">Pay<\/h2><p>Fair\.<\/p>/,
    );
    assert.match(html, /hello@example\.com/);
  });

  it('is drawn in each layout with every block', () => {
    const blocks = [
      text('<p>First.</p>'),
      heading('how', 'How it goes'),
      list('steps', 'Ask'),
      heading('gets', 'What you get'),
      list('included', 'A list'),
      heading('more', 'More'),
      list('cards', 'Card'),
      list('ways', 'Way'),
      block('question', {
        question: 'Why?',
        question_html: 'Why?',
        answer: 'Because.',
        answer_html: '<p>Because.</p>',
      }),
      block('contact_form'),
      contact,
      block('section', { kind: 'aside', blocks: [heading('whom', 'For whom'), text('<ul><li>All</li></ul>')] }),
      block('rule'),
      text('<p>Last.</p>'),
    ];
    for (const layout of ['text', 'contents', 'groups', 'offer']) {
      const { html, head } = draw(words(layout, blocks));
      const shown = [
        'First.',
        'How it goes',
        'Ask',
        'A list',
        'Card',
        'Way',
        'Why?',
        'Because.',
        'Message',
        'Talk to us',
      ];
      for (const one of [...shown, 'For whom', 'All', 'Last.']) assert.ok(html.includes(one), `${layout}: ${one}`);
      assert.match(head, /"@type":"FAQPage"/);
    }
    assert.match(draw(words('contents', blocks)).html, /href="#how">How it goes<.*1\. How it goes/);
  });

  it('is named as a service below the list of services, and leads to the next', () => {
    const page = words('offer', [text('<p>First.</p>')], {
      key: 'it-consulting',
      canonical_path: '/services/it-consulting',
    });
    const { html, head } = draw(page, '/services/it-consulting');
    assert.match(head, /"@type":"Service"/);
    assert.match(html, /Next service: (?:<!-- -->)?Software and web development/);
  });

  it('says so when there is no such service, when it was taken down, and when it cannot be loaded', () => {
    const missing = (path, status, code) =>
      render(path, { [`/pages/${path.split('/').at(-1)}`]: problem(status, code), '/site?frame=true': site });
    const { html, head } = missing('/services/gardening', 404, 'page.not_found');
    assert.match(html, /There is no service at this address\./);
    assert.match(html, /href="\/services"/);
    assert.match(head, /<meta name="robots" content="noindex"\/>/);
    assert.match(missing('/jobs', 410, 'page.gone').html, /This page was taken down\./);
    assert.match(missing('/contact', 503, 'busy').html, /could not be loaded/);
  });
});

describe('a search', () => {
  const found = (answer) => render('/search?q=cables', { '/search/search?q=cables': answer, '/site?frame=true': site });

  it('marks what was found and leads to posts with and without a slug', () => {
    const { html, head } = found(search({ data: undefined, results: [hit(1), hit(2, { slug: '' })], total: 2 }));
    assert.match(html, /<a [^>]*class="card-link"[^>]*><mark>/);
    assert.match(html, /href="\/post\/slug\/post-1"/);
    assert.match(html, /href="\/blog\/post\/2"/);
    for (const [, text] of html.matchAll(/class="card-excerpt">([^<]*)</g)) assert.ok(text.length <= 101, text);
    assert.match(html, /2 posts/);
    assert.match(html, /value="cables"/);
    assert.match(head, /<meta name="robots" content="noindex"\/>/);
  });

  it('pages through all results with the query in the address', () => {
    const { html } = found(search({ results: [hit(1)] }));
    assert.match(html, /45 posts, page 1 of 3/);
    assert.match(html, /href="\/search\?q=cables&amp;page=2"/);
  });

  it('says when nothing was found, when it asked too often, and what to do before', () => {
    assert.match(found(search({ results: [], total: 0 })).html, /No results found\./);
    const meant = found(search({ results: [], total: 0, suggestion: 'cable & tables' })).html;
    assert.match(meant, /Did you mean[\s\S]*href="\/search\?q=cable%20%26%20tables"/);
    assert.match(found(problem(429, 'search.limited')).html, /That was a lot of searches\./);
    assert.match(found(problem(500, 'internal')).html, /The search did not answer\./);
    const blank = render('/search', { '/site?frame=true': site }).html;
    assert.match(blank, /placeholder="Search stories\.\.\."/);
    assert.doesNotMatch(blank, /No results found/);
  });
});

describe('authors and tags', () => {
  const listed = (extra) => ({ status: 200, body: { ...page([card(1), card(2)]), ...extra } });

  it('are listed like a category', () => {
    const author = listed({
      author: { slug: 'mwanga-team', name: 'Mwanga Team' },
      namesakes: [],
      canonical_path: '/author/mwanga-team',
    });
    const drawn = render('/author/mwanga-team', { '/author/mwanga-team': author, '/site?frame=true': site });
    assert.match(drawn.html, /<h1[^>]*>Mwanga Team<\/h1>/);
    assert.match(drawn.head, /rel="canonical" href="https:\/\/mwanga\.example\.com\/author\/mwanga-team"/);
    const tag = listed({ tag: { slug: 'wi-fi', name: 'Wi-Fi' }, namesakes: [], canonical_path: '/tag/wi-fi' });
    assert.match(
      render('/tag/wi-fi', { '/tag/wi-fi': tag, '/site?frame=true': site }).head,
      /<title>Posts about Wi-Fi \| Mwanga/,
    );
  });

  it('list those who shared an address in ASCII, each with a way to the page of its own', () => {
    const author = listed({
      author: { slug: 'hmd-ly', name: 'أحمد علي · حمد علي' },
      namesakes: [
        { slug: 'أحمد-علي', name: 'أحمد علي' },
        { slug: 'حمد-علي', name: 'حمد علي' },
      ],
      canonical_path: '/author/hmd-ly',
    });
    const drawn = render('/author/hmd-ly', { '/author/hmd-ly': author, '/site?frame=true': site }).html;
    assert.match(drawn, /<p class="meta">Authors<\/p>/);
    for (const slug of ['أحمد-علي', 'حمد-علي']) assert.ok(drawn.includes(`href="/author/${encodeURIComponent(slug)}"`));
  });

  it('say when there is none of the name, and when the posts did not come', () => {
    const at = (path, answer) => render(path, { [path]: answer, '/site?frame=true': site }).html;
    assert.match(at('/author/no-one', problem(404, 'author.not_found')), /There is no author of this name\./);
    assert.match(at('/tag/no-such', problem(404, 'tag.not_found')), /There is no tag of this name\./);
    assert.match(at('/tag/no-such', problem(500, 'internal')), /Failed to load posts for No Such/);
  });
});

it('throws rather than draw half a page', () => {
  assert.throws(() => bundle.render('/nowhere', '{}'));
  assert.throws(() =>
    bundle.render(
      '/post/slug/x',
      JSON.stringify({ '/post/slug/x': { status: 200, body: {} }, '/site?frame=true': site }),
    ),
  );
  assert.throws(() => bundle.render('/', '{'));
});

it('keeps nothing between calls', () => {
  render('/', home);
  const empty = page([]);
  const answers = Object.fromEntries(Object.keys(home).map((path) => [path, { status: 200, body: empty }]));
  assert.match(render('/', { ...answers, '/site?frame=true': site }).html, /Nothing is published yet\./);
});
