import { chromium } from '@playwright/test';
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell'});
for(const [w,h,dpr] of [[390,844,2.625],[1440,900,1]])for(const base of process.argv.slice(2)){
 let rows=[];
 for(let i=0;i<3;i++){
 const c=await b.newContext({baseURL:base,viewport:{width:w,height:h},deviceScaleFactor:dpr});const p=await c.newPage();
 const d=await c.newCDPSession(p);await d.send('Network.enable');
 let bytes=0,by={};const types={};
 d.on('Network.responseReceived',e=>{types[e.requestId]=e.type});
 d.on('Network.loadingFinished',e=>{bytes+=e.encodedDataLength;const t=types[e.requestId];by[t]=(by[t]||0)+e.encodedDataLength});
 await d.send('Network.emulateNetworkConditions',{offline:false,latency:300,downloadThroughput:400*1024/8*1.0,uploadThroughput:400*1024/8});
 await p.addInitScript(()=>{window.__lcp=0;new PerformanceObserver(l=>{for(const e of l.getEntries())window.__lcp=e.startTime,window.__el=e.element?.tagName+' '+(e.url||e.element?.textContent?.slice(0,30))}).observe({type:'largest-contentful-paint',buffered:true})});
 await p.goto('/',{waitUntil:'load',timeout:60000});await p.waitForTimeout(4000);
 rows.push([bytes,JSON.stringify(by),Math.round(await p.evaluate(()=>window.__lcp)),await p.evaluate(()=>window.__el)]);
 await c.close();}
 console.log(w,base);for(const r of rows)console.log('  ',...r);
}
await b.close();
