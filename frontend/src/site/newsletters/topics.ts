export type Topic = { id: string; name: string; text: string };
export type TopicGroup = { id: string; name: string; topics: Topic[] };

/** The catalogue: seven groups of three to seven topics. Ids are kept in browsers, so they stay as they are. */
export const topicGroups: TopicGroup[] = [
  {
    id: 'tech-ai',
    name: 'Tech & AI',
    topics: [
      {
        id: 'ai-at-work',
        name: 'AI at work',
        text: 'What assistants do well in an office, and where to keep a person.',
      },
      { id: 'gadgets', name: 'Phones and gadgets', text: 'Devices worth their price in Kenya, and those to wait for.' },
      { id: 'builders', name: 'For builders', text: 'Code, tools and lessons for people who make software.' },
      { id: 'security-check', name: 'Security check', text: 'Scams going around, and one thing to set up safely.' },
      { id: 'connected', name: 'Connected', text: 'Fibre, mobile networks and power: what keeps us online.' },
      { id: 'science-desk', name: 'Science desk', text: 'One finding explained without shouting.' },
    ],
  },
  {
    id: 'finance-business',
    name: 'Finance & Business',
    topics: [
      { id: 'digital-money', name: 'Digital money', text: 'Mobile money, banks and wallets, and what they charge.' },
      { id: 'small-business', name: 'Small business', text: 'Tills, taxes, staff and stock for owners.' },
      { id: 'trade', name: 'Imports and exports', text: 'Routes, rules and costs across the border.' },
      { id: 'markets-explained', name: 'Markets explained', text: 'What moved and why, without tips.' },
      { id: 'start-ups', name: 'Start-ups', text: 'Who builds what in the region, and how it earns.' },
    ],
  },
  {
    id: 'marketing-creator',
    name: 'Marketing & Creator',
    topics: [
      { id: 'found-online', name: 'Found online', text: 'Search and websites for people without an agency.' },
      { id: 'creator-income', name: 'Creator income', text: 'Earning from words, pictures and sound.' },
      { id: 'campaign-notes', name: 'Campaign notes', text: 'Advertisements taken apart: what worked and why.' },
      { id: 'writing-well', name: 'Writing well', text: 'One sentence made better each week.' },
    ],
  },
  {
    id: 'parenting-lifestyle',
    name: 'Parenting & Lifestyle',
    topics: [
      {
        id: 'children-screens',
        name: 'Children and screens',
        text: 'Rules that hold, apps that help, settings that matter.',
      },
      { id: 'school-tech', name: 'School and tech', text: 'Learning with devices, from tablet to university.' },
      { id: 'home-energy', name: 'Home and energy', text: 'Solar, cooking and the electricity bill.' },
      { id: 'well-being', name: 'Well-being', text: 'Sleep, posture and attention in a connected day.' },
      { id: 'weekend', name: 'Weekend in Nairobi', text: 'Things to do that need no charger.' },
    ],
  },
  {
    id: 'world-news',
    name: 'World & News',
    topics: [
      { id: 'morning-light', name: 'Morning light', text: 'The day in five short paragraphs.' },
      { id: 'big-story', name: 'The big story', text: 'One subject a week, from the beginning.' },
      { id: 'politics-plain', name: 'Politics in plain words', text: 'Bills and budgets, and whom they touch.' },
      { id: 'east-africa', name: 'East Africa', text: 'What neighbours build, trade and decide.' },
      { id: 'world-tech', name: 'The world outside', text: 'Technology policy elsewhere that will reach us.' },
    ],
  },
  {
    id: 'deals-buying-guides',
    name: 'Deals & Buying Guides',
    topics: [
      {
        id: 'deal-of-the-day',
        name: 'Deals of the day',
        text: 'A handful of offers, with the usual price beside them.',
      },
      { id: 'buying-guides', name: 'Buying guides', text: 'How to choose before you look at brands.' },
      { id: 'electronics', name: 'Electronics', text: 'Screens, sound, kitchens and their running cost.' },
      { id: 'second-hand', name: 'Second-hand', text: 'What to check before money changes hands.' },
    ],
  },
  {
    id: 'entertainment-culture',
    name: 'Entertainment & Culture',
    topics: [
      { id: 'to-watch', name: 'To watch', text: 'Series and films, and where they stream here.' },
      { id: 'to-hear', name: 'To hear', text: 'Music and podcasts from the region and beyond.' },
      { id: 'games', name: 'Games', text: 'For phones, consoles and tables.' },
      { id: 'books', name: 'Books', text: 'New and old pages about how we live with machines.' },
    ],
  },
];
