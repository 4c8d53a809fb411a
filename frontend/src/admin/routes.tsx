import type { ComponentType } from 'react';
import { type RouteObject, redirectDocument } from 'react-router';
import { ErrorScreen } from './error-screen';
import { AdminTitle } from './screen/admin-title';
import { type AdminScreen, screens } from './screens';
import { redirectWhenSignedIn, requireEditor, requireStaff, requireStaffOrHome } from './session/guards';
import { AdminShell } from './shell/admin-shell';

/** While code comes and a guard decides, what the document itself said (`admin_shell`) goes on standing there. */
function Opening() {
  return (
    <div className="opening">
      <p>{document.title}</p>
      <p>Loading…</p>
    </div>
  );
}

/** A screen below the title that the table gives its document. */
function titled(title: string, Screen: ComponentType) {
  return function TitledScreen() {
    return (
      <>
        <AdminTitle>{title}</AdminTitle>
        <Screen />
      </>
    );
  };
}

async function loadScreen({ title, load }: AdminScreen) {
  const Screen = await load();
  return title ? titled(title, Screen) : Screen;
}

const routes = (of: (screen: AdminScreen) => boolean): RouteObject[] =>
  screens.filter(of).map((screen) => ({ path: screen.path, lazy: { Component: () => loadScreen(screen) } }));

const isForEditors = ({ role }: AdminScreen) => role === 'editor' || role === 'administrator';

/**
 * The routes of the table; a guard decides once for all screens behind it. Anything else is no page of this bundle and
 * goes to the site's own rule: home. A router changes the list it is given, so each gets its own.
 */
export const adminRoutes = (): RouteObject[] => [
  {
    ErrorBoundary: ErrorScreen,
    HydrateFallback: Opening,
    children: [
      ...routes(({ role }) => role === 'nobody').map((route) => ({ ...route, loader: redirectWhenSignedIn })),
      {
        loader: requireStaff,
        shouldRevalidate: () => false,
        Component: AdminShell,
        children: [
          ...routes(({ role }) => role === 'staff'),
          {
            loader: requireEditor,
            shouldRevalidate: () => false,
            children: routes((screen) => isForEditors(screen) && !screen.bare && !screen.sendsHome),
          },
        ],
      },
      {
        loader: requireEditor,
        shouldRevalidate: () => false,
        children: routes((screen) => isForEditors(screen) && screen.bare === true),
      },
      {
        loader: requireStaffOrHome,
        shouldRevalidate: () => false,
        Component: AdminShell,
        children: routes((screen) => screen.sendsHome === true),
      },
      { path: '*', loader: () => redirectDocument('/') },
    ],
  },
];
