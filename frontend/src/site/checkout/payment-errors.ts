import { ApiProblem } from '../../api/problem';

/** Text of a failed payment, and its remedy. */
export type PaymentError = {
  /** In place of the method's own words for a failed payment. */
  title?: string;
  text: string;
  /**
   * `again`: pay once more. `anew`: the same as another order. `ask`: ask what became of the payment. `details`: change
   * what was typed.
   */
  remedy: 'again' | 'anew' | 'ask' | 'details' | 'none';
};

/** Whether a call may have succeeded although it failed here: network error or 5xx. */
export const isOutcomeUnknown = (cause: unknown) =>
  cause instanceof ApiProblem && (cause.status === 0 || cause.status >= 500);

const nothingCharged = 'Nothing was charged.';

/** Error of creating an order. */
export function orderError(cause: unknown): PaymentError {
  const { code, status, fields, error } = described(cause);
  if (code === 'payments.not_set_up') {
    return { text: `Buying is not set up here yet. ${nothingCharged}`, remedy: 'none' };
  }
  if (status === 422) {
    const said = Object.values(fields)[0] ?? error;
    return { text: `${said}${/[.!?]$/.test(said) ? '' : '.'} ${nothingCharged}`, remedy: 'details' };
  }
  if (status === 0) {
    return {
      text: `Our server could not be reached. ${nothingCharged} Check your connection, then try again.`,
      remedy: 'again',
    };
  }
  if (code === 'payment.waiting') return { text: error, remedy: 'again' };
  if (status === 429) return { text: `${error} ${nothingCharged}`, remedy: 'again' };
  return {
    text: `The wallet does not answer at the moment. ${nothingCharged} Try again in a minute.`,
    remedy: 'again',
  };
}

/** Error of capturing an approved payment. */
export function captureError(cause: unknown): PaymentError {
  const { code, status } = described(cause);
  if (code === 'payment.declined' || status === 402) {
    return {
      text: `The wallet refused this payment. ${nothingCharged} Try again with another way to pay in the wallet, or ask the wallet why.`,
      remedy: 'again',
    };
  }
  if (code === 'payment.not_approved') {
    return { text: `The payment was not approved in the wallet. ${nothingCharged}`, remedy: 'again' };
  }
  if (code === 'payment.pending') {
    return {
      text: 'The wallet is still looking at this payment. Please do not pay again: as soon as it is through, the subscription starts by itself and a receipt comes by mail.',
      remedy: 'ask',
    };
  }
  if (code === 'payment.refused') {
    return {
      text: 'The wallet tells something else about this payment than was ordered, so nothing is unlocked yet. Please do not pay again: write to us, and we look at it.',
      remedy: 'none',
    };
  }
  if (status === 404 || status === 409) {
    return { text: `This payment has ended. ${nothingCharged} Please start it once more.`, remedy: 'anew' };
  }
  return {
    text: 'We could not find out yet whether the payment went through. Please do not pay again: if it did, the subscription starts by itself and a receipt comes by mail.',
    remedy: 'ask',
  };
}

/** The wallet gave up by itself, and the buyer had approved nothing. */
export const walletError: PaymentError = { text: `The wallet reported an error. ${nothingCharged}`, remedy: 'again' };

export const wasNotApproved = (cause: unknown) => described(cause).code === 'payment.not_approved';

function described(cause: unknown): Pick<ApiProblem, 'code' | 'status' | 'fields' | 'error'> {
  return cause instanceof ApiProblem ? cause : { code: 'client.bad_answer', status: 500, fields: {}, error: '' };
}
