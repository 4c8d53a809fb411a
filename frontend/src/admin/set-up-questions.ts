/** The questions in their order, under the names that the server gives them. */
export const questions = [
  {
    name: 'name',
    title: 'What is it called?',
    label: 'Name, language and time zone',
    text: 'Shown on every page, in feeds, e-mails and shared links.',
  },
  {
    name: 'contact',
    title: 'How do readers reach you?',
    label: 'Contact',
    text: 'On the contact page, in the footer, and at the end of each newsletter.',
  },
  {
    name: 'colours',
    title: 'How does it look?',
    label: 'Colour, typefaces and logo',
    text: 'One colour and one pair of typefaces. The light and the dark theme get their own shades, so that both can be read.',
  },
  {
    name: 'address',
    title: 'Is this its address?',
    label: 'Address of the site',
    text: 'Links in e-mails, feeds and search engines lead there.',
  },
  {
    name: 'mail',
    title: 'Does its e-mail arrive?',
    label: 'E-mail',
    text: 'Newsletters and the links to sign in go out by e-mail. Send one to yourself.',
  },
  {
    name: 'posts',
    title: 'What does it begin with?',
    label: 'First posts',
    text: 'An empty page is hard to judge. Sample posts show how yours will look, and only the newsroom sees them.',
  },
] as const;

export type Question = (typeof questions)[number];
export type QuestionName = Question['name'];

export const findQuestion = (name: string | null) => questions.find((question) => question.name === name);

/** What comes after a question; none after the last. */
export const questionAfter = (name: QuestionName) => questions[questions.findIndex((one) => one.name === name) + 1];
