import type { ComponentType } from 'react';
import { newsletterTopics } from '../../api/queries/newsletter-topics';
import type { PageCall, PageRoute } from '../page-route';
import { ContactAnswer, PreferencesAnswer, SignUpAnswer } from './form-answer-pages';

/** Drawn by the server in answer to a form; nobody gets them by their address, so they are not in its list of pages. */
export const formAnswerRoutes: PageRoute[] = [
  answer('/form-answer/sign-up', SignUpAnswer),
  answer('/form-answer/contact', ContactAnswer),
  answer('/form-answer/preferences', PreferencesAnswer, () => [newsletterTopics()]),
];

function answer(path: string, Component: ComponentType, calls: () => PageCall[] = () => []): PageRoute {
  return { path, query: [], calls, screen: { Component, module: '' } };
}
