//! Tests of sanitizing: HTML that is kept, normalized, or never let through.

use super::tokenizer::{Token, attributes, tokens};
use super::{
    MediaDecision, Place, clean, clean_page, clean_with_media_rule, clean_with_origins, clean_with_sizes,
    deliver_media, draw, media_refs, plain_text, without_missing,
};

/// Stored form: comes out as it went in.
const STORED_HTML: &[&str] = &[
    "<p>One <strong>bold</strong>, <em>soft</em>, <u>under</u>, <s>gone</s>, <cite>Title</cite>, H<sub>2</sub>O, m<sup>2</sup>.<br>Next line</p>",
    r#"<p><a href="https://example.com/a?b=1&amp;c=2" title="More" rel="nofollow noopener">a link</a> and <a href="/post/slug/other">one inside</a></p>"#,
    r#"<p><a href="mailto:desk@example.com">Write</a> or <a href="tel:+254700000000">call</a></p>"#,
    r#"<p><code>plain</code> <strong><code>bold</code></strong> <a href="/x"><code>linked</code></a></p>"#,
    "<h2>Two</h2><p>a</p><h3>Three</h3><p>b</p><h4>Four</h4><hr><p>c</p>",
    "<ul><li>One<ol><li>First</li><li>Second<ul><li>Deep</li></ul></li></ol></li><li>Two</li></ul>",
    "<ol><li><p>One</p><p>More of one</p></li><li>Two</li></ol>",
    "<blockquote><p>Said.</p><p><cite>Somebody</cite></p></blockquote>",
    "<pre><code>SELECT *\n  FROM sales\n WHERE a &lt; b;\n\n-- done</code></pre>",
    "<pre>one\n    two <strong>bold</strong></pre>",
    r#"<table><thead><tr><th scope="col">Name</th><th colspan="2" scope="col">Price</th></tr></thead><tbody><tr><th scope="row">Lamp</th><td>$3</td><td>$4</td></tr><tr><td rowspan="2">Kettle</td><td><ul><li>red</li></ul></td><td><strong>$9</strong></td></tr><tr><td></td><td>$10</td></tr></tbody></table>"#,
    r#"<figure><img src="2026/sun.webp" alt="A sun" width="1200" height="800"><figcaption>Dawn, by <em>Ada</em>. <a href="https://example.com" rel="nofollow noopener">Source</a></figcaption></figure>"#,
    r#"<figure><img src="a.webp" alt=""></figure><p>after</p>"#,
    r#"<figure><video src="a.mp4" poster="a.webp" controls="" width="640" height="360"></video><figcaption>A clip</figcaption></figure>"#,
    r#"<figure data-embed="https://www.youtube.com/watch?v=abc"><a href="https://www.youtube.com/watch?v=abc" rel="nofollow noopener">How a lamp works</a><figcaption>On YouTube</figcaption></figure>"#,
    r#"<figure data-embed="https://www.openstreetmap.org/export/embed.html?bbox=36.76%2C-1.33%2C36.88%2C-1.24"><a href="https://www.openstreetmap.org/#map=13/-1.2850/36.8200" rel="nofollow noopener">Map of Nairobi</a><figcaption>Where.</figcaption></figure>"#,
    "<figure><table><tbody><tr><td>a</td></tr></tbody></table><figcaption>Table 1</figcaption></figure>",
    "<figure><pre><code>x</code></pre><figcaption>Listing 1</figcaption></figure>",
    "<figure><blockquote><p>Pulled.</p></blockquote><figcaption>Who</figcaption></figure>",
    "<figure><p><em>This picture is missing: A hill</em></p><figcaption>Hills</figcaption></figure>",
    "<blockquote data-block=\"pull-quote\"><p>Pulled <em>words</em>.</p></blockquote>",
    "<p>Before</p><div data-block=\"deals\"></div><p>After</p>",
    FOOTNOTES,
    REVIEW,
    "<ol start=\"3\"><li>c</li><li value=\"7\">g</li></ol><ol reversed=\"\" type=\"a\"><li>b</li><li>a</li></ol>",
    "<h2 id=\"method\">Method</h2><p><a href=\"#method\">How</a></p><h3 id=\"method-2\">Method</h3><h4 id=\"4\">Four</h4>",
    "<p dir=\"rtl\">مرحبا.</p><h2 id=\"part\" dir=\"rtl\">عنوان</h2><ul dir=\"rtl\"><li>أ</li><li dir=\"ltr\">b</li></ul><blockquote dir=\"rtl\"><p>س</p><p dir=\"ltr\">s</p></blockquote><pre dir=\"ltr\">x</pre>",
    "<table dir=\"rtl\"><tbody><tr><th scope=\"row\" dir=\"ltr\">a</th><td dir=\"rtl\">ب</td></tr></tbody></table><figure dir=\"rtl\"><img src=\"a.webp\" alt=\"\"><figcaption>س</figcaption></figure><blockquote data-block=\"pull-quote\" dir=\"rtl\"><p>س</p></blockquote>",
    "<p>He said <em><span lang=\"fr\">bon</span><span lang=\"sw-KE\">jour</span></em>, <a href=\"/x\"><span lang=\"ar\">سلام</span></a>.</p>",
    "<p>Fish &amp; chips &lt;b&gt; “ok”&nbsp;é 🦁</p>",
];

const FOOTNOTES: &str = "<p>One<sup><a href=\"#fn-1\" id=\"fnref-1\" aria-label=\"Footnote 1\">1</a></sup> and \
    <strong>two</strong><sup><a href=\"#fn-2\" id=\"fnref-2\" aria-label=\"Footnote 2\">2</a></sup>.</p>\
    <ol data-block=\"footnotes\">\
    <li id=\"fn-1\">From <a href=\"https://example.com/\" rel=\"nofollow noopener\">a source</a>. \
    <a href=\"#fnref-1\" aria-label=\"Back to the text of footnote 1\">\u{21a9}</a></li>\
    <li id=\"fn-2\">Another <em>one</em>. \
    <a href=\"#fnref-2\" aria-label=\"Back to the text of footnote 2\">\u{21a9}</a></li></ol>";

const REVIEW: &str = "<aside data-block=\"review\"><h3>Lamp &amp; &lt;b&gt;</h3>\
    <p data-block=\"score\"><strong>8.5</strong> out of 10</p>\
    <h4>Pros</h4><ul data-block=\"pros\"><li>Bright</li><li>Cheap</li></ul>\
    <h4>Cons</h4><ul data-block=\"cons\"><li>Heavy</li></ul>\
    <h4>Specifications</h4><table><tbody><tr><th scope=\"row\">Weight</th><td>2 kg</td></tr></tbody></table>\
    <h4>Verdict</h4><p data-block=\"verdict\">Buy it.</p></aside>";

#[test]
fn cleaning_stored_html_changes_nothing() {
    for html in STORED_HTML {
        assert_eq!(clean(html), *html);
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn cleaning_normalizes_other_html_to_the_stored_form() {
    for (html, stored) in [
        ("plain text", "<p>plain text</p>"),
        ("<div>a</div><div>b <span style='color:red'>c</span></div>", "<p>a</p><p>b c</p>"),
        ("<h1 class=x id=y>T</h1><h5>s</h5>", "<h2 id=\"y\">T</h2><h4>s</h4>"),
        ("<b>x</b> <i>y</i> <del>z</del> <kbd>k</kbd>", "<p><strong>x</strong> <em>y</em> <s>z</s> <code>k</code></p>"),
        (
            "<p>&nbsp;</p><p></p><p><br></p><p> <strong> </strong></p><ul><li></li></ul><blockquote></blockquote><h2> </h2>",
            "",
        ),
        ("<strong><p>a</p><p>b</p></strong>", "<p><strong>a</strong></p><p><strong>b</strong></p>"),
        ("<strong><strong>a</strong></strong><em>b</em><em>c</em>", "<p><strong>a</strong><em>bc</em></p>"),
        ("<p><br>a<strong> </strong>b<br></p>", "<p>a b</p>"),
        ("<a href='javascript:alert(1)'>x</a> <a>y</a> <a href='#n'>z</a>", "<p>x y z</p>"),
        ("<a href='/x' target=_blank onclick=x>x</a>", r#"<p><a href="/x">x</a></p>"#),
        ("<a href='/x'></a>", ""),
        (
            "<p>a <img src='/media/b.png' alt='B'> c</p>",
            r#"<p>a</p><figure><img src="b.png" alt="B"></figure><p>c</p>"#,
        ),
        ("<a href='/media/b.png'><img src='/media/b.png'></a>", r#"<figure><img src="b.png" alt=""></figure>"#),
        ("<h2>Head <img src='a.png'></h2>", r#"<h2>Head</h2><figure><img src="a.png" alt=""></figure>"#),
        (
            "<img src='https://other.example/a.png' alt='A hill'>",
            r#"<figure data-missing="https://other.example/a.png"><p><em>This picture is missing: A hill</em></p></figure>"#,
        ),
        (
            "<figure><img src='https://other.example/a.png'><figcaption>Cap</figcaption></figure>",
            r#"<figure data-missing="https://other.example/a.png"><p><em>This picture is missing.</em></p><figcaption>Cap</figcaption></figure>"#,
        ),
        ("<img src='data:image/png;base64,AAAA'><img>", ""),
        (
            "<p><img src='file:///C:/clip_image001.png' alt='Sales'></p>",
            "<figure><p><em>This picture is missing: Sales</em></p></figure>",
        ),
        (
            "<video controls><source src='/media/a.mp4' type='video/mp4'>Fallback</video>",
            r#"<figure><video src="a.mp4" controls=""></video></figure>"#,
        ),
        (
            "<video src='/media/a.mp4' poster='https://other.example/p.png'></video>",
            r#"<figure><video src="a.mp4" controls=""></video></figure>"#,
        ),
        (
            "<audio src='https://other.example/a/song.mp3'></audio>",
            r#"<p><a href="https://other.example/a/song.mp3" rel="nofollow noopener">Listen: song.mp3</a></p>"#,
        ),
        (
            "<iframe width=560 src='https://www.youtube.com/embed/abc?rel=0' title='A &amp; B'></iframe>",
            r#"<figure data-embed="https://www.youtube.com/watch?v=abc"><a href="https://www.youtube.com/watch?v=abc" rel="nofollow noopener">A &amp; B</a></figure>"#,
        ),
        ("<iframe src='https://evil.example/'></iframe><iframe srcdoc='<script>1</script>'></iframe>", ""),
        (
            "<figure data-embed='https://evil.example/x'><a href='https://evil.example/x'>X</a><figcaption>C</figcaption></figure>",
            r#"<figure><p><a href="https://evil.example/x" rel="nofollow noopener">X</a></p><figcaption>C</figcaption></figure>"#,
        ),
        (
            "<figure data-embed='https://vimeo.com/1'><a href='https://evil.example/x'>X</a></figure>",
            r#"<figure data-embed="https://vimeo.com/1"><a href="https://vimeo.com/1" rel="nofollow noopener">X</a></figure>"#,
        ),
        (
            "<figure><figure><img src='1.png'></figure><figure><img src='2.png'><figcaption>Two</figcaption></figure><figcaption>Both</figcaption></figure>",
            r#"<figure><img src="1.png" alt=""></figure><figure><img src="2.png" alt=""><figcaption>Two</figcaption></figure><p>Both</p>"#,
        ),
        (
            "<figure><img src='3.png'><img src='4.png'><figcaption>Pair</figcaption></figure>",
            r#"<figure><img src="3.png" alt=""></figure><figure><img src="4.png" alt=""><figcaption>Pair</figcaption></figure>"#,
        ),
        (
            "<figure class=wp-block-table><table><tr><td>a</table></figure>",
            "<table><tbody><tr><td>a</td></tr></tbody></table>",
        ),
        ("<figure><figcaption>Alone</figcaption></figure><figure></figure>", "<p>Alone</p>"),
        (
            "<table><caption>C</caption><colgroup><col></colgroup><tr><td><p>1</p></td></tr><tfoot><tr><td>f</td></tr></tfoot></table>",
            "<figure><table><tbody><tr><td>1</td></tr><tr><td>f</td></tr></tbody></table><figcaption>C</figcaption></figure>",
        ),
        ("<table><tr></tr></table>", ""),
        ("<ul><li><p>a</p></li><ul><li>b</li></ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("<ul>loose<li>a</li></ul>", "<p>loose</p><ul><li>a</li></ul>"),
        ("<dl><dt>Term</dt><dd>Meaning</dd></dl>", "<p><strong>Term</strong></p><p>Meaning</p>"),
        ("<blockquote>a<footer>b</footer></blockquote>", "<blockquote><p>a</p><p>b</p></blockquote>"),
        ("<pre>\n\n a<br>b</pre>", "<pre> a\nb</pre>"),
        ("<p>say <q>this</q></p>", "<p>say “this”</p>"),
        ("<p>a\u{0}b\u{8}c\u{1b}d</p>", "<p>abcd</p>"),
        ("<!-- c --><p>a<!--more-->b</p>", "<p>ab</p>"),
        ("<form action=/x><label>L</label><input value=v><button>B</button></form>", "<p>LB</p>"),
        ("<p>unclosed <b>bold<p>next", "<p>unclosed <strong>bold</strong></p><p><strong>next</strong></p>"),
        (
            "<table><tr><td colspan='0' rowspan='x' scope=row>a</td><th scope='evil' colspan=\" 3 \">b</th></tr></table>",
            r#"<table><tbody><tr><td>a</td><th colspan="3">b</th></tr></tbody></table>"#,
        ),
    ] {
        assert_eq!(clean(html), stored, "{html}");
        assert_eq!(clean(stored), stored);
    }
}

#[test]
fn cleaning_stores_media_relative_with_their_sizes() {
    let html = r#"<img src="https://news.example/media/2026/a.webp" alt="" width="9" height="9"><video src="/media/b.mp4" poster="2026/a.webp"></video>"#;
    let stored =
        clean_with_sizes(html, &["https://news.example/media/"], &|key| (key == "2026/a.webp").then_some((1200, 800)));
    assert_eq!(
        stored,
        r#"<figure><img src="2026/a.webp" alt="" width="1200" height="800"></figure><figure><video src="b.mp4" poster="2026/a.webp" controls=""></video></figure>"#
    );
    assert_eq!(media_refs(&stored), ["2026/a.webp", "b.mp4", "2026/a.webp"]);
    let delivered = deliver_media(&stored);
    assert_eq!(media_refs(&delivered), ["/media/2026/a.webp", "/media/b.mp4", "/media/2026/a.webp"]);
    assert_eq!(clean_with_origins(&delivered, &[]), stored);
    let kept = clean_with_media_rule("<img src='x y.png'>", &|found| MediaDecision::Keep {
        src: found.replace(' ', "-"),
        size: None,
    });
    assert_eq!(kept, r#"<figure><img src="x-y.png" alt=""></figure>"#);
}

const ATTACKS: &[&str] = &[
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img src=\"a.png\"onerror=\"alert(1)\">",
    "<img src='a.png' alt='\"><script>alert(1)</script>'>",
    "<img src=`a.png`onerror=alert(1)>",
    "<img/src=a.png/onerror=alert(1)>",
    "<img src=javascript:alert(1)>",
    "<img src='a.png?\"onerror=alert(1)'>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
    "<svg><animate href=#x attributeName=href values=javascript:alert(1)></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'></table></math>",
    "<math><mi//xlink:href='data:x,<script>alert(4)</script>'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<noembed><img title='</noembed><img src onerror=alert(1)>'></noembed>",
    "<template><script>alert(1)</script></template>",
    "<textarea><script>alert(1)</script></textarea>",
    "<title><img title='</title><img src onerror=alert(1)>'>",
    "<xmp><img title='</xmp><img src onerror=alert(1)>'></xmp>",
    "<plaintext><script>alert(1)",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<iframe><a title='</iframe><img src onerror=alert(1)>'>",
    "<svg><iframe><a title='</iframe><img src onerror=alert(1)>'>x",
    "<iframe src='https://www.youtube.com/embed/abc\" onload=\"alert(1)'></iframe>",
    "<object data=javascript:alert(1)></object><embed src=javascript:alert(1)>",
    "<object data='data:text/html;base64,PHNjcmlwdD4='></object>",
    "<a href=javascript:alert(1)>x</a>",
    "<a href=' &#14; javascript:alert(1)'>x</a>",
    "<a href='jav&#x09;ascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt&colon;alert(1)'>x</a>",
    "<a href='java\0script:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='vbscript:msgbox(1)'>x</a>",
    "<a href='//evil.example'>x</a>",
    "<a href='/\\evil.example'>x</a>",
    "<a href='/x\" onmouseover=\"alert(1)'>x</a>",
    "<a href='https://x.example/' title='\"><img src=x onerror=alert(1)>'>x</a>",
    "<a href='/x' style='position:fixed' class=c id=i name=n target=_top ping=/y>x</a>",
    "<p style='background:url(javascript:alert(1))'>x</p>",
    "<style>@import 'https://evil.example/x.css';</style>",
    "<link rel=stylesheet href=//evil.example><meta http-equiv=refresh content='0;url=//evil.example'><base href=//evil.example>",
    "<video src=a.mp4 onloadstart=alert(1)><source onerror=alert(1) src=x></video>",
    "<video poster=javascript:alert(1) src=a.mp4></video>",
    "<audio src=javascript:alert(1)></audio><audio src=x onerror=alert(1)></audio>",
    "<details open ontoggle=alert(1)><summary>s</summary>d</details>",
    "<marquee onstart=alert(1)>x</marquee><isindex type=image src=1 onerror=alert(1)>",
    "<body onload=alert(1)><input autofocus onfocus=alert(1)><select autofocus onfocus=alert(1)><option><script>1</script></select>",
    "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>x</button></form>",
    "<table background=javascript:alert(1)><td background=javascript:alert(1) onclick=x>x</table>",
    "<figure data-embed='javascript:alert(1)'><a href='javascript:alert(1)'>x</a></figure>",
    "<figure data-embed='https://www.youtube.com/watch?v=a\"><script>alert(1)</script>'></figure>",
    "<figure data-embed='https://www.youtube.com/watch?v=abc' data-x=1 onclick=alert(1)></figure>",
    "<img src='//evil.example/pixel.gif'><img srcset='https://evil.example/x 1x' src=a.png>",
    "<img src='/media/..//evil.example/x.png'><img src='/media//evil.example/x'>",
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    "<code><script>alert(1)</script></code><pre><img src=x onerror=alert(1)></pre>",
    "<!--><script>alert(1)</script>--><![CDATA[<script>alert(1)</script>]]><?php echo 1 ?>",
    "<b <script>alert(1)</script>0",
    "<<img src=x onerror=alert(1)//>",
    "<p title='<!--' --><img src=x onerror=alert(1)>",
    "<select><iframe></select><img src=x: alt='a:b' onerror=alert(1)></iframe>",
    "<custom-element onclick=alert(1)>x</custom-element>",
];

#[test]
fn whatever_named_a_heading_leads_to_it() {
    for (html, stored) in [
        (
            "<p><a href='#The_Method'>a</a></p><h2 id=The_Method>The method</h2>",
            "<p><a href=\"#the-method\">a</a></p><h2 id=\"the-method\">The method</h2>",
        ),
        (
            "<a href='#_Toc12'>a</a><h2><a name=_Toc12></a>One</h2>",
            "<p><a href=\"#toc12\">a</a></p><h2 id=\"toc12\">One</h2>",
        ),
        (
            "<a href='#x'>a</a><a href='#y'>b</a><section id=x><h2 id=y>One</h2><p>c</p></section>",
            "<p><a href=\"#y\">ab</a></p><h2 id=\"y\">One</h2><p>c</p>",
        ),
        ("<p><a id=x></a></p> <h3>One</h3><a href='#x'>a</a>", "<h3 id=\"x\">One</h3><p><a href=\"#x\">a</a></p>"),
        // WordPress's own ids, and a page of ours that was copied.
        (
            "<h2 id=h-one>One</h2><a href='#h-one'>a</a><a href='#one'>b</a>",
            "<h2 id=\"one\">One</h2><p><a href=\"#one\">ab</a></p>",
        ),
        (
            "<h2>How, <b>then</b>?</h2><a href='#how-then'>a</a>",
            "<h2 id=\"how-then\">How, <strong>then</strong>?</h2><p><a href=\"#how-then\">a</a></p>",
        ),
        ("<h2>How</h2><a href='#story-how'>a</a>", "<h2 id=\"how\">How</h2><p><a href=\"#how\">a</a></p>"),
        (
            "<h2>عنوان</h2><a href='#%D8%B9%D9%86%D9%88%D8%A7%D9%86'>a</a>",
            "<h2 id=\"part\">عنوان</h2><p><a href=\"#part\">a</a></p>",
        ),
        (
            "<h2 id=a>1</h2><h2 id=a>2</h2><h3 id=A>3</h3><a href='#A'>x</a> <a href='#a'>y</a>",
            "<h2 id=\"a\">1</h2><h2 id=\"a-2\">2</h2><h3 id=\"a-3\">3</h3><p><a href=\"#a-3\">x</a> <a href=\"#a\">y</a></p>",
        ),
        ("<h2 id=a>1</h2><h2>A</h2><a href='#a'>x</a>", "<h2 id=\"a\">1</h2><h2>A</h2><p><a href=\"#a\">x</a></p>"),
        ("<h2 id=fn-1>1</h2><a href='#fn-1'>x</a>", "<h2 id=\"note-fn-1\">1</h2><p><a href=\"#note-fn-1\">x</a></p>"),
        (
            "<h2 id=' '>1</h2><h2 id=h>2</h2><h2 id='\"><b>'>3</h2>",
            "<h2 id=\"part\">1</h2><h2 id=\"part-2\">2</h2><h2 id=\"b\">3</h2>",
        ),
        // Nothing has these names.
        ("<p><a href='#gone'>a</a> <a href='#'>b</a></p><h2>c</h2>", "<p>a b</p><h2>c</h2>"),
        ("<p id=x>a <a href='#x'>b</a></p>", "<p>a b</p>"),
        (
            "<figure><img src=a.png><figcaption><h2 id=x>c</h2></figcaption></figure><a href='#x'>b</a>",
            "<figure><img src=\"a.png\" alt=\"\"><figcaption>c</figcaption></figure><p>b</p>",
        ),
        (
            "<h2 id=fnord>Fnord</h2><p>a <a href='#fnord'>b</a></p>",
            "<h2 id=\"fnord\">Fnord</h2><p>a <a href=\"#fnord\">b</a></p>",
        ),
    ] {
        assert_eq!(clean(html), stored, "{html}");
        assert_eq!(clean(stored), stored, "{html}");
    }
    assert_eq!(plain_text("<p>a <a href=\"#fnord\">b</a></p>", 10), "a b");
    let page = "<h2 id=\"pay\">Pay</h2><p><a href=\"#pay\">a</a></p>";
    assert_eq!(clean_page(page, &[], &|_| None), page);
    assert_eq!(
        clean_page("<h2>Pay</h2><a href='#pay'>a</a><a href='#b'>b</a>", &[], &|_| None),
        format!("{}", page.replace("a</a>", "a</a>b"))
    );
}

#[test]
fn the_direction_of_blocks_is_kept() {
    for (html, stored) in [
        ("<p dir=RTL>a</p><p dir=auto>b</p><p dir=evil>c</p>", "<p dir=\"rtl\">a</p><p>b</p><p>c</p>"),
        (
            "<div dir=rtl><p>a</p>b<p dir=ltr>c</p><p dir=auto>d</p></div>e",
            "<p dir=\"rtl\">a</p><p dir=\"rtl\">b</p><p dir=\"ltr\">c</p><p>d</p><p>e</p>",
        ),
        (
            "<section dir=rtl><div><h2>a</h2><ul><li>b</ul></div></section>",
            "<h2 dir=\"rtl\">a</h2><ul dir=\"rtl\"><li>b</li></ul>",
        ),
        ("<h1 dir=rtl>a</h1>", "<h2 dir=\"rtl\">a</h2>"),
        ("<ul><li dir=rtl><p dir=rtl>a</p></li></ul>", "<ul><li dir=\"rtl\"><p dir=\"rtl\">a</p></li></ul>"),
        (
            "<figure><img src=a.png><figcaption dir=rtl>c</figcaption></figure>",
            "<figure dir=\"rtl\"><img src=\"a.png\" alt=\"\"><figcaption>c</figcaption></figure>",
        ),
        ("<figure dir=rtl><img src=a.png></figure>", "<figure><img src=\"a.png\" alt=\"\"></figure>"),
        ("<hr dir=rtl><p><span dir=rtl>a</span></p>", "<hr><p>a</p>"),
    ] {
        assert_eq!(clean(html), stored, "{html}");
        assert_eq!(clean(stored), stored, "{html}");
    }
    let page = "<details dir=\"rtl\"><summary>a</summary><p>b</p></details><aside data-block=\"aside\" dir=\"rtl\"><p>b</p></aside>";
    assert_eq!(clean_page(page, &[], &|_| None), page);
}

#[test]
fn footnotes_are_numbered_by_place_and_linked_both_ways() {
    let reference = |id: &str| format!("<sup><a href=\"#{id}\">x</a></sup>");
    let moved = format!(
        "<p>b{}</p><p>a{}</p><ol data-block=footnotes><li id=fn-1>A</li><li id=fn-2><p>B</p></li></ol>",
        reference("fn-2"),
        reference("fn-1")
    );
    let html = clean(&moved);
    assert!(html.starts_with("<p>b<sup><a href=\"#fn-1\" id=\"fnref-1\" aria-label=\"Footnote 1\">1</a></sup></p>"));
    assert!(html.contains("<li id=\"fn-1\">B <a href=\"#fnref-1\""), "{html}");
    assert!(html.contains("<li id=\"fn-2\">A <a href=\"#fnref-2\""), "{html}");
    assert_eq!(clean(&html), html);
}

#[test]
fn notes_and_references_without_each_other_stay_as_text() {
    for (html, stored) in [
        ("<p>a<sup><a href='#fn-9' id=x>9</a></sup></p>", "<p>a<sup>9</sup></p>"),
        ("<p>a</p><ol data-block=footnotes><li id=fn-1>A</li></ol>", "<p>a</p><ol><li>A</li></ol>"),
        ("<p>a</p><ol data-block=footnotes><li id=evil>A</li></ol>", "<p>a</p><ol><li>A</li></ol>"),
        (
            "<p><a id=fnref-1 aria-label=x href='/x'>a</a></p><ul><li id=fn-1>b</li></ul>",
            "<p><a href=\"/x\">a</a></p><ul><li>b</li></ul>",
        ),
        ("<p><a href='#fnref-1'>a</a></p>", "<p>a</p>"),
    ] {
        assert_eq!(clean(html), stored, "{html}");
    }
}

#[test]
fn a_note_is_written_once_however_many_references_name_it() {
    let html = clean(
        "<p>a<a href='#fn-1'>1</a>b<a href='#fn-1'>1</a></p><ol data-block=footnotes><li id=fn-1>Long note</li></ol>",
    );
    assert_eq!(html.matches("Long note").count(), 1, "{html}");
    assert_eq!(html.matches("fnref-2").count(), 0, "{html}");
}

#[test]
fn pages_have_no_blocks_of_posts() {
    let html = clean_page(
        &format!("{FOOTNOTES}{REVIEW}<blockquote data-block=pull-quote>a</blockquote><div data-block=deals></div>"),
        &[],
        &|_| None,
    );
    assert!(!html.contains("data-block") && !html.contains(" id="), "{html}");
    assert!(html.contains("<blockquote><p>a</p></blockquote>") && html.contains("Bright"), "{html}");
}

#[test]
fn a_review_box_holds_text_alone() {
    let hostile = "<aside data-block=review onclick=alert(1)><h3><img src=x onerror=alert(1)>Lamp<script>1</script></h3>\
        <p data-block=score><a href='javascript:alert(1)'>9</a></p><ul data-block=pros><li><a href=/x>Good</a></li><li> </li></ul>\
        <iframe src=https://evil.example></iframe><p>More</p></aside>";
    assert_eq!(
        clean(hostile),
        "<aside data-block=\"review\"><h3>Lamp</h3><p data-block=\"score\"><strong>9</strong> out of 10</p>\
         <h4>Pros</h4><ul data-block=\"pros\"><li>Good</li></ul></aside>"
    );
    for broken in [
        "<aside data-block=review><p data-block=score>9</p><p>text</p></aside>",
        "<aside data-block=review><h3>Lamp</h3><p data-block=score>11</p><p>text</p></aside>",
        "<aside data-block=review><h3>Lamp</h3><p>text</p></aside>",
        "<aside data-block=evil><p>text</p></aside>",
    ] {
        let html = clean(broken);
        assert!(!html.contains("aside") && html.contains("<p>text</p>"), "{broken}: {html}");
    }
}

#[test]
fn a_text_has_one_empty_comparison_of_deals_outside_of_its_other_blocks() {
    const PLACE: &str = "<div data-block=\"deals\"></div>";
    for (html, stored) in [
        (
            "a<div data-block=deals onclick=alert(1) id=x><script>1</script><table><tr><td><a href=/x>y</table></div>b",
            format!("<p>a</p>{PLACE}<p>b</p>"),
        ),
        ("<div data-block=deals><div data-block=deals>a</div></div>", PLACE.to_owned()),
        (
            "<p>a</p><hr><div data-block=deals></div><hr><div data-block=deals></div><hr>",
            format!("<p>a</p><hr>{PLACE}<hr>"),
        ),
        ("<ul><li>a<div data-block=deals></div></li></ul>", "<ul><li>a</li></ul>".to_owned()),
        ("<blockquote data-block=pull-quote><div data-block=deals></div></blockquote>", String::new()),
        (
            "<table><tr><td><div data-block=deals></div>a</td></tr></table>",
            "<table><tbody><tr><td>a</td></tr></tbody></table>".to_owned(),
        ),
        ("<aside data-block=deals>a</aside><p data-block=deals>b</p>", "<p>a</p><p>b</p>".to_owned()),
    ] {
        assert_eq!(clean(html), stored, "{html}");
        assert_eq!(clean(&stored), stored, "{html}");
    }
    assert_eq!(clean(&"<div data-block=deals></div>".repeat(10_000)), PLACE);
}

#[test]
fn no_xss_payload_survives_cleaning() {
    for attack in ATTACKS {
        assert_allowed(&clean(attack), attack);
    }
}

/// Joins random pieces of attacks and of good HTML, cuts some of them, and looks at what comes out.
#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn cleaning_any_mixture_of_elements_is_safe_and_idempotent() {
    let odd = [
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<a href=/x>",
        "</a>",
        "<table><tr><td>",
        "</table>",
        "<ul><li>",
        "</li>",
        "<figure>",
        "</figure>",
        "<figcaption>c",
        "<br>",
        "&nbsp;",
        " ",
        "\n",
        "text",
        "<img src=a.png>",
        "<pre>\n",
        "</pre>",
        "<blockquote>",
        "<h2>",
        "</h3>",
        "<code>",
        "&lt;",
        "<span>",
        "<div>",
        "</div>",
        "<th>",
        "<caption>",
        "<em> ",
        " </em>",
        "<dl><dt>",
        "<dd>",
        "<q>",
        "<video src=v.mp4>",
        "<iframe src=https://vimeo.com/1></iframe>",
        "<hr>",
        "<sup>",
        "<li>",
        "<svg>",
        "<math>",
        "</svg>",
        "<sup><a href=#fn-1>1</a></sup>",
        "<a href=#fn-2>2",
        "<ol data-block=footnotes><li id=fn-1>note</li><li id=fn-2>more <a href=#fnref-2>\u{21a9}</a>",
        "<aside data-block=review>",
        "<h3>name</h3><p data-block=score>7",
        "<blockquote data-block=pull-quote>",
        "<div data-block=deals>",
        "<ol start=3 reversed type=i><li value=9>",
        "<ol start=-1 style=list-style-type:upper-alpha><li value=-1>",
        "<h2 id=Method>Method",
        "<h3 id=h-method>",
        "<h4><a name=_Toc1>Toc</a>",
        "<h2 id=fn-1>Fn",
        "<section id=part dir=rtl>",
        "<p dir=rtl>",
        "<div dir=auto>",
        "<td dir=ltr>",
        "<blockquote dir=rtl>",
        "<figcaption dir=rtl>",
        "<li dir=rtl>",
        "<a href=#method>",
        "<a href=#h-method>m",
        "<a href=#_Toc1>",
        "<a href='#Toc'>t",
        "<a href=#part>",
        "<img src=https://x.example/a.png alt=A>",
        "<figure data-missing=https://x.example/b.png>",
    ];
    let pieces: Vec<&str> = ATTACKS.iter().chain(STORED_HTML).copied().chain(odd).collect();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    for _ in 0..4000 {
        let mut html = String::new();
        for _ in 0..1 + random(9) {
            let piece = pieces[random(pieces.len())];
            let mut end = if random(4) == 0 { random(piece.len() + 1) } else { piece.len() };
            while !piece.is_char_boundary(end) {
                end -= 1;
            }
            html.push_str(&piece[..end]);
        }
        let once = clean(&html);
        assert_allowed(&once, &html);
        assert_eq!(clean(&once), once, "not final for {html:?}");
        assert_eq!(clean(&deliver_media(&once)), once, "delivery is not reversible for {html:?}");
        let delivered = draw(&deliver_media(&once), Place { origin: "https://m.example", page: "" });
        assert_eq!(clean(&delivered), clean(&without_missing(&once)), "drawing is not reversible for {html:?}");
        let page = clean_page(&html, &[], &|_| None);
        assert_eq!(clean_page(&page, &[], &|_| None), page, "no page is final for {html:?}");
    }
}

#[test]
fn cleaning_deep_nesting_needs_little_stack() {
    for piece in ["<div>", "<b>", "<blockquote>", "<ul><li>", "<table><tr><td>", "<figure>", "<span><em>"] {
        let html = format!("{}deep", piece.repeat(3000));
        let once = std::thread::Builder::new().stack_size(1 << 20).spawn(move || clean(&html)).unwrap().join().unwrap();
        assert!(once.contains("deep"), "{piece}");
        assert_eq!(clean(&once), once, "{piece}");
    }
}

const ALLOWED: &[&str] = &[
    "p",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "blockquote",
    "cite",
    "strong",
    "em",
    "u",
    "s",
    "code",
    "pre",
    "a",
    "hr",
    "br",
    "sup",
    "sub",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "figure",
    "figcaption",
    "img",
    "video",
    "aside",
    "div",
    "span",
];

fn assert_allowed(html: &str, source: &str) {
    for token in tokens(html) {
        let Token::Open { name, attributes: written } = token else { continue };
        assert!(ALLOWED.contains(&name), "<{name}> from {source:?}: {html}");
        assert!(name != "span" || attributes(written).count() == 1, "a bare <span> from {source:?}: {html}");
        for (attribute, value, _) in attributes(written) {
            let fine = match (name, attribute) {
                ("a", "href") if value.starts_with("#fn-") || value.starts_with("#fnref-") => {
                    is_footnote_id(&value[1..])
                }
                ("a", "href") if value.starts_with('#') => is_heading_id(&value[1..]),
                ("h2" | "h3" | "h4", "id") => {
                    is_heading_id(value) && html.matches(&format!("id=\"{value}\"")).count() == 1
                }
                ("span", "lang") => crate::language::normalize(value).as_deref() == Some(value),
                (_, "dir") => matches!(value, "ltr" | "rtl"),
                ("ol", "start") | ("li", "value") => value.parse::<i32>().is_ok(),
                ("ol", "reversed") => value.is_empty(),
                ("ol", "type") => matches!(value, "A" | "a" | "I" | "i"),
                ("a" | "li", "id") => is_footnote_id(value),
                ("a", "aria-label") => {
                    value.starts_with("Footnote ") || value.starts_with("Back to the text of footnote ")
                }
                ("aside", "data-block") => value == "review",
                ("blockquote", "data-block") => value == "pull-quote",
                ("div", "data-block") => value == "deals",
                ("ol", "data-block") => value == "footnotes",
                ("p", "data-block") => matches!(value, "score" | "verdict"),
                ("ul", "data-block") => matches!(value, "pros" | "cons"),
                ("a", "href") => {
                    ["http://", "https://", "mailto:", "tel:", "/"]
                        .iter()
                        .any(|start| value.to_ascii_lowercase().starts_with(start))
                        && !value.starts_with("//")
                }
                ("a", "rel") => value == "nofollow noopener",
                ("a", "title") | ("img", "alt") => true,
                ("figure", "data-embed") => value.starts_with("https://"),
                ("figure", "data-missing") => value.starts_with("http://") || value.starts_with("https://"),
                ("img" | "video", "src" | "poster") => {
                    !value.starts_with('/') && !value.contains(':') && !value.contains("..")
                }
                ("img" | "video", "width" | "height") | ("td" | "th", "colspan" | "rowspan") => {
                    value.parse::<u32>().is_ok()
                }
                ("video", "controls") => value.is_empty(),
                ("th", "scope") => true,
                _ => false,
            };
            assert!(fine, "{name}[{attribute}={value:?}] from {source:?}: {html}");
        }
    }
}

fn is_heading_id(id: &str) -> bool {
    !id.is_empty()
        && !id.starts_with("h-")
        && !is_footnote_id(id)
        && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn is_footnote_id(id: &str) -> bool {
    let number = id.strip_prefix("fnref-").or_else(|| id.strip_prefix("fn-"));
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

#[test]
fn the_language_of_words_is_kept_wherever_it_is_said() {
    for (html, expected) in [
        ("<p lang=FR>Oui</p>", "<p><span lang=\"fr\">Oui</span></p>"),
        (
            "<p lang=fr>Oui <i lang=sw>ndiyo</i> non</p>",
            "<p><span lang=\"fr\">Oui </span><span lang=\"sw\"><em>ndiyo</em></span><span lang=\"fr\"> non</span></p>",
        ),
        (
            "<div lang=so><p>Haa</p><ul><li>a</li><li lang=en>b</li></ul></div>",
            "<p><span lang=\"so\">Haa</span></p><ul><li><span lang=\"so\">a</span></li><li><span lang=\"en\">b</span></li></ul>",
        ),
        (
            "<h2 lang=yo>Ẹ</h2><blockquote lang=ha><p>Ee</p></blockquote><pre lang=am>x</pre>",
            "<h2><span lang=\"yo\">Ẹ</span></h2><blockquote><p><span lang=\"ha\">Ee</span></p></blockquote><pre><span lang=\"am\">x</span></pre>",
        ),
        (
            "<table lang=ti><tr><th lang=ig>a</th><td>b</td></tr><tr lang=rw><td>c</td></tr></table>",
            "<table><tbody><tr><th><span lang=\"ig\">a</span></th><td><span lang=\"ti\">b</span></td></tr><tr><td><span lang=\"rw\">c</span></td></tr></tbody></table>",
        ),
        (
            "<figure><img src=a.webp><figcaption lang=pt_BR>Sol</figcaption></figure>",
            "<figure><img src=\"a.webp\" alt=\"\"><figcaption><span lang=\"pt-BR\">Sol</span></figcaption></figure>",
        ),
        (
            "<p><q lang=fr>Oui</q> <abbr lang=de>usw.</abbr></p>",
            "<p><span lang=\"fr\">“Oui”</span> <span lang=\"de\">usw.</span></p>",
        ),
        (
            "<p lang=''>a</p><p lang='no language'>b</p><p><span lang=fr> </span>c</p><p lang='\"onload=x'>d</p>",
            "<p>a</p><p>b</p><p>c</p><p>d</p>",
        ),
        ("<p><a href=/x lang=sw>soma</a></p>", "<p><span lang=\"sw\"><a href=\"/x\">soma</a></span></p>"),
    ] {
        let cleaned = clean(html);
        assert_eq!(cleaned, expected, "{html}");
        assert_eq!(clean(&cleaned), cleaned);
        assert!(!plain_text(&cleaned, 100).contains('<'));
    }
}
