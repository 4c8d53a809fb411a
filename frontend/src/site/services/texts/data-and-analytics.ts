import type { ServiceText } from '../service-text';

export const text: ServiceText = {
  description: 'Questions first, charts second: analysis and reporting that ends in a decision rather than a slide.',
  lead: 'Fewer charts, better questions. We help you find out what happened, why, and what to try on Monday.',
  about: [
    'Plenty of organisations collect more than they consult. Reports multiply, each with a slightly different total, until meetings are spent arguing about whose sheet is right. Our analysts begin from the other end: which choice is pending, what evidence would tip it, and how uncertain may that evidence be?',
    'Local context decides whether a pattern is real. School fees empty household budgets in January, the long rains slow deliveries, an election year bends consumption, pay day crowds the tills. A model trained elsewhere sees anomalies; somebody who shops at Gikomba sees a calendar.',
    'Presentation is half the work. A chart should survive being photographed and forwarded in a chat group: labelled axes, sensible units, a sentence stating the conclusion, and the doubt shown rather than hidden.',
  ],
  forWhom: [
    'Retailers wondering which products pull customers through the door.',
    'Non-profits that owe donors evidence instead of adjectives.',
    'Transport and delivery operators planning routes around jams.',
    'Newsrooms studying what subscribers finish reading.',
    'Cooperatives comparing seasons, grades and farm-gate payments.',
  ],
  steps: [
    {
      title: 'Framing',
      text: 'A short interview turns a vague worry into a testable question with an owner and a deadline.',
    },
    {
      title: 'Inspecting',
      text: 'We profile the available records, publish their gaps openly and refuse analyses they cannot carry.',
    },
    {
      title: 'Exploring',
      text: 'Segments, trends and comparisons are examined in notebooks that a colleague can rerun line by line.',
    },
    {
      title: 'Telling',
      text: 'Findings become a two-page memo plus, where repetition is likely, a live dashboard.',
    },
    {
      title: 'Trying',
      text: 'An experiment is designed to check whether acting on the insight changes anything.',
    },
  ],
  gets: [
    'A metric catalogue: formula, source, steward and known weaknesses.',
    'Reproducible notebooks, commented for a reader who was absent.',
    'Dashboards limited to indicators somebody acts upon.',
    'Training sessions on reading intervals, outliers and misleading averages.',
  ],
  leavesOut: [
    'Building the underlying feeds and storage, a neighbouring discipline.',
    'Profiling individuals or scoring people for credit.',
    'Forecasts presented as certainties.',
    'Buying contact databases of doubtful origin.',
  ],
  questions: [
    'Which decision did your latest dashboard change?',
    'How large must a difference be before you call it real?',
    'Could we answer this by ringing twenty customers instead?',
    'What did you exclude, and does the headline survive its return?',
  ],
};
