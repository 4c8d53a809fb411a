// The practice wallet's script: as much of PayPal's JavaScript SDK as the checkout uses. No money moves.
(() => {
  const base = new URL('..', document.currentScript.src).pathname.replace(/\/$/, '');

  const style = (element, text) => {
    element.style.cssText = text;
    return element;
  };

  const make = (tag, text, css) => {
    const element = style(document.createElement(tag), css ?? '');
    if (text) element.textContent = text;
    return element;
  };

  const button = (text, filled) => {
    const made = make(
      'button',
      text,
      `min-height:44px;padding:8px 16px;border:2px solid var(--ink,CanvasText);border-radius:6px;font:inherit;font-weight:600;cursor:pointer;${
        filled ? 'background:var(--ink,CanvasText);color:var(--raised,Canvas)' : 'background:var(--raised,Canvas);color:var(--ink,CanvasText)'
      }`,
    );
    made.type = 'button';
    return made;
  };

  const post = (path, body) =>
    fetch(`${base}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => {
      if (!answer.ok) throw new Error(`the practice wallet answered ${answer.status}`);
    });

  // Asks what the buyer wants to do; answers one of approve, refuse, fail, cancel.
  const ask = async (id) => {
    const order = await fetch(`${base}/payer/${encodeURIComponent(id)}`).then((answer) => {
      if (!answer.ok) throw new Error(`the practice wallet answered ${answer.status}`);
      return answer.json();
    });
    return new Promise((resolve) => {
      const dialog = make(
        'dialog',
        '',
        'margin:auto;max-width:min(420px,calc(100vw - 32px));padding:24px;border:2px solid var(--ink,CanvasText);border-radius:12px;background:var(--raised,Canvas);color:var(--ink,CanvasText);font:16px/1.5 inherit',
      );
      dialog.setAttribute('aria-label', 'Practice wallet');
      const amount = order.currency_code === 'USD' ? `$${order.value}` : `${order.value} ${order.currency_code}`;
      dialog.append(
        make('p', 'Practice wallet', 'margin:0 0 4px;font-size:20px;font-weight:700'),
        make('p', 'No money moves. This stands in for a real wallet while the site is tried out.', 'margin:0 0 16px'),
        make('p', order.description, 'margin:0'),
        make('p', amount, 'margin:0 0 20px;font-size:28px;font-weight:700'),
      );
      const row = make('div', '', 'display:flex;flex-wrap:wrap;gap:12px');
      for (const [name, choice, filled] of [
        ['Approve', 'approve', true],
        ['Refuse', 'refuse', false],
        ['Fail', 'fail', false],
        ['Cancel', 'cancel', false],
      ]) {
        const made = button(name, filled);
        made.addEventListener('click', () => dialog.close(choice));
        row.append(made);
      }
      dialog.append(row);
      dialog.addEventListener('close', () => {
        dialog.remove();
        resolve(dialog.returnValue || 'cancel');
      });
      document.body.append(dialog);
      dialog.showModal();
    });
  };

  const Buttons = (options = {}) => {
    let shown = null;
    let pay = null;
    let busy = false;

    const failed = (error) => {
      if (options.onError) options.onError(error);
      else console.error(error);
    };

    const again = () => {
      busy = false;
      return run();
    };

    const run = async () => {
      if (busy) return;
      busy = true;
      try {
        const data = { fundingSource: 'paypal' };
        const click = await options.onClick?.(data, { resolve: () => true, reject: () => false });
        if (click === false) return;
        const orderID = await options.createOrder?.({ paymentSource: 'paypal' }, {});
        const choice = await ask(orderID);
        if (choice === 'cancel') {
          await options.onCancel?.({ orderID }, {});
        } else if (choice === 'fail') {
          failed(new Error('The practice wallet failed, as it was asked to.'));
        } else {
          await post(`/payer/${encodeURIComponent(orderID)}`, { declines: choice === 'refuse' });
          // PayPal's restart() opens the wallet again for the same order.
          await options.onApprove?.({ orderID, payerID: 'PRACTICE', paymentSource: 'paypal' }, { restart: again });
        }
      } catch (error) {
        failed(error);
      } finally {
        busy = false;
        pay?.focus();
      }
    };

    return {
      isEligible: () => true,
      async render(container) {
        const parent = typeof container === 'string' ? document.querySelector(container) : container;
        pay = button('Pay with the practice wallet', true);
        pay.style.width = '100%';
        pay.addEventListener('click', run);
        shown = make('div', '', 'width:100%');
        shown.append(pay);
        parent.append(shown);
        const able = async (on) => {
          pay.disabled = !on;
        };
        options.onInit?.({}, { enable: () => able(true), disable: () => able(false) });
      },
      async close() {
        shown?.remove();
        shown = null;
      },
      async updateProps(next) {
        Object.assign(options, next);
      },
    };
  };

  window.paypal = { version: 'practice', Buttons, FUNDING: { PAYPAL: 'paypal' } };
})();
