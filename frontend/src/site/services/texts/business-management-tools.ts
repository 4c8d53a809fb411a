import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description: 'Calendars, task boards, shared files and approvals arranged so that a small team runs without chasing.',
  lead: 'Order for small teams: who does what by when, where the file is, and which approval is still missing.',
  about: [
    'Management tools are the shared furniture of an organisation: calendar, task list, document store, meeting notes, leave requests, petty cash approvals. Usually they exist already, three of each, acquired by different enthusiasts. Our work is subtraction. We agree on one place for every kind of thing, then make that place pleasant.',
    'Chat groups deserve special mention. They are quick, friendly and where commitments go to vanish. Rather than forbid them, we decide which messages must end somewhere durable, and connect the two with a gesture short enough to become habit.',
    'A tool is only as good as its ritual. A weekly quarter of an hour around the board, a monthly tidy of the folders, a named gardener for each space: these cost nothing and outlast any subscription.',
  ],
  forWhom: [
    'Agencies and studios with more deadlines than desks.',
    'Family enterprises in which instructions travel by voice note.',
    'Committees, congregations and residents associations run by volunteers after work.',
    'Managers abroad coordinating people at home across time zones.',
  ],
  steps: [
    {
      title: 'Following a task',
      text: 'We pick a recent job and reconstruct its journey: messages, drafts, waiting, rework, forgotten promise.',
    },
    {
      title: 'Agreeing homes',
      text: 'In one afternoon the team assigns each sort of information a single address and retires the duplicates.',
    },
    {
      title: 'Furnishing',
      text: 'Boards, templates, naming rules, sharing permissions and reminders are prepared, mostly inside licences already paid.',
    },
    {
      title: 'Living in it',
      text: 'For a month we attend the weekly meeting, move whatever chafes and delete columns nobody fills.',
    },
    {
      title: 'Letting go',
      text: 'The gardener takes over with a checklist; we return once per season if invited.',
    },
  ],
  gets: [
    'A one-page house rule: where things live, who tends them, when they are archived.',
    'Configured boards, forms and approval chains with sensible notifications.',
    'A migrated, searchable folder tree whose depth does not exceed three.',
    'Meeting templates which produce decisions, names and dates.',
    'Offboarding steps so that documents never depart together with a colleague.',
  ],
  leavesOut: [
    'Surveillance of employees: no keystroke counters, no screenshots.',
    'Organisational restructuring and performance appraisal.',
    'Writing your procedures from nothing; we edit those you dictate.',
  ],
  questions: [
    'Which existing tool would you remove first?',
    'Can temporary helpers join without a paid seat?',
    'What will this look like in a year without you?',
    'How do we stop the reminders from becoming wallpaper?',
    'Is there a version for people who only own a phone?',
  ],
};
