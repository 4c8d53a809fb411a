import type { ReactNode } from 'react';
import type { QuestionName } from '../set-up-questions';
import { AddressQuestion } from './address-question';
import { ContactQuestion, NameQuestion } from './detail-questions';
import { LookQuestion } from './look-question';
import { MailQuestion } from './mail-question';
import { PostsQuestion } from './posts-question';
import type { QuestionProps } from './question-form';

const screens: Record<QuestionName, (props: QuestionProps) => ReactNode> = {
  name: NameQuestion,
  contact: ContactQuestion,
  colours: LookQuestion,
  address: AddressQuestion,
  mail: MailQuestion,
  posts: PostsQuestion,
};

export function QuestionScreen(props: QuestionProps) {
  const Screen = screens[props.question.name];
  return <Screen {...props} />;
}
