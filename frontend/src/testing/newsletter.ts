import { HttpResponse, http } from 'msw';
import type { Issue, IssueInput, IssueReport, NewsletterScheduleView, SavedDraft } from '../api/types';
import { initialHandlers } from './admin';
import { server } from './server';

export function issue(over: Partial<Issue> = {}): Issue {
  const counts = { queued: 0, claimed: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 };
  return {
    id: 7,
    subject: 'Light this week',
    kind: 'manual',
    status: 'waiting',
    created_at: new Date().toISOString(),
    // The clock of this browser is ten minutes ahead of the server's.
    starts_at: new Date(Date.now() - 555_000).toISOString(),
    server_now: new Date(Date.now() - 600_000).toISOString(),
    finished_at: null,
    created_by: 'Editor',
    topics: [],
    pause_reason: null,
    total: 3,
    counts,
    draft: null,
    ...over,
  };
}

export function savedDraft(over: Partial<SavedDraft> = {}): SavedDraft {
  return {
    id: 5,
    version: 3,
    subject: 'Light for less',
    preheader: 'Two lamps',
    html: '<p>Saved words.</p>',
    until: '2026-11-19T06:30:00Z',
    topic: 'gadgets',
    send_at: '2026-12-01T06:30',
    saved_by: 'Amina',
    saved_at: '2026-11-19T07:30:00Z',
    ...over,
  };
}

/** What the server says of a draft that somebody sent or deleted. */
export const gone = { error: 'This draft is gone.', message: 'This draft is gone.', code: 'issue_draft.not_found' };

/** Three subscribers, of whom one chose gadgets. */
function audience({ url }: Request) {
  const topics = new URL(url).searchParams.get('topics');
  return { audience: topics === 'gadgets' ? 1 : 3, is_notice_limit_reached: false };
}

/** The issue that a form becomes; of a chosen time, whichever that is, one of 1 December. */
function issueOf({ draft, send_at }: IssueInput): Issue {
  const ahead = { starts_at: '2026-12-01T04:00:00Z', server_now: '2026-11-29T09:00:00Z' };
  const taken = draft ? { ...draft, version: draft.version + 1 } : { id: 5, version: 1 };
  return issue({ draft: taken, ...(send_at != null && ahead) });
}

/** A newsletter server of one issue; what it holds can be changed while a test runs. */
export function answers(first: Issue | null = null) {
  const report: IssueReport = { unsubscribed: 0, counts_clicks: true, links: [] };
  const saved: SavedDraft[] = [];
  const schedule: NewsletterScheduleView = { enabled: false, time: '06:30', minimum: 3, next_at: null };
  const state = { issue: first, report, saved, schedule, drafts: 0, keys: [] as string[], sent: [] as unknown[] };
  const changed = (over: Partial<Issue>, message: string) => () => {
    state.issue = issue({ ...state.issue, ...over });
    return HttpResponse.json({ message, issue: state.issue });
  };
  server.use(
    http.get('/api/newsletter/admin-draft', () => {
      state.drafts++;
      const subject = `Draft ${state.drafts}`;
      return HttpResponse.json({
        subject,
        html: '<p>Digest</p>',
        stories: ['one', 'two', 'three'].map((slug) => ({
          slug,
          title: `Story ${slug}`,
          html: `<h2><a href="/post/slug/${slug}">Story ${slug}</a></h2><p>About ${slug}.</p>`,
          section: 'Tech',
          published_at: '2026-11-19T06:30:00Z',
          is_new: slug !== 'three',
        })),
        posts: 2,
        audience: 3,
        since: '2026-11-19T06:30:00Z',
      });
    }),
    http.get('/api/newsletter/admin-drafts', () => HttpResponse.json({ data: state.saved, limit: 50 })),
    http.get('/api/newsletter/admin-drafts/:id', ({ params }) => {
      const found = state.saved.find(({ id }) => id === Number(params.id));
      return found ? HttpResponse.json(found) : HttpResponse.json(gone, { status: 404 });
    }),
    http.get('/api/newsletter/admin-audience', ({ request }) => HttpResponse.json(audience(request))),
    http.get('/api/newsletter/topics', () => {
      const topics = [{ id: 'gadgets', name: 'Phones and gadgets', text: '' }];
      return HttpResponse.json({ groups: [{ id: 'tech-ai', name: 'Tech & AI', topics }] });
    }),
    http.post('/api/newsletter/admin-preview', async ({ request }) => {
      const { subject } = (await request.json()) as { subject: string };
      return HttpResponse.json({ html: `<h1>${subject}</h1>`, text: subject });
    }),
    http.get('/api/newsletter/admin-schedule', () => HttpResponse.json(state.schedule)),
    http.get('/api/newsletter/admin-issues', () => {
      const data = state.issue ? [state.issue] : [];
      return HttpResponse.json({ data, total: data.length, page: 1, per_page: 20 });
    }),
    http.get('/api/newsletter/admin-issues/7', () => HttpResponse.json(state.issue)),
    http.post('/api/newsletter/admin-send', async ({ request }) => {
      state.keys.push(request.headers.get('idempotency-key') ?? '');
      const sent = (await request.json()) as IssueInput;
      state.sent.push(sent);
      state.issue = issueOf(sent);
      return HttpResponse.json({ message: 'Newsletter sent', issue: state.issue });
    }),
    http.post('/api/newsletter/admin-issues/7/undo', changed({ status: 'undone' }, 'Nothing was sent')),
    http.post('/api/newsletter/admin-issues/7/pause', changed({ status: 'paused' }, 'Newsletter paused')),
    http.post('/api/newsletter/admin-issues/7/resume', changed({ status: 'sending' }, 'Newsletter goes on')),
    http.post('/api/newsletter/admin-issues/7/resend-uncertain', changed({ status: 'sending' }, 'Sent again')),
    http.get('/api/newsletter/admin-issues/7/report', () => HttpResponse.json(state.report)),
    http.get('/api/newsletter/admin-issues/7/deliveries', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status');
      const error = status === 'failed' ? '550 5.1.1 nobody of this name' : null;
      const row = { email: `${status}@example.com`, status, error, attempts: 1, at: '2026-11-19T06:30:00Z' };
      return HttpResponse.json({ data: [row], next: null });
    }),
    ...initialHandlers(),
  );
  return state;
}
