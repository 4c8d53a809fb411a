import { useRouteError } from 'react-router';
import { ErrorScreen } from './error-screen';

/** The router's error screen. */
export function RouterError() {
  return <ErrorScreen error={useRouteError()} />;
}
