<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
</context>
<context>
    <name>AboutPage</name>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Throughline: a chat client whose long conversations keep their thread.</source>
        <translation>Throughline：让长对话不断线的聊天客户端。</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>本程序</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Free software under the Apache License 2.0, without any warranty. It stands on Qt for Python (LGPL), openai, pydantic, keyring, markdown-it and others; their licences are in the installed packages.</source>
        <translation>基于 Apache License 2.0 的自由软件，不附带任何担保。它构建于 Qt for Python（LGPL）、openai、pydantic、keyring、markdown-it 等项目之上；它们的许可证随安装包提供。</translation>
    </message>
</context>
<context>
    <name>ActionBar</name>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Version {index} of {count}</source>
        <translation>第 {index} 个版本，共 {count} 个</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Changes apply at once.</source>
        <translation>更改立即生效。</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>界面</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>points</source>
        <translation>磅</translation>
    </message>
    <message>
        <source>Also Ctrl and +, −, 0 in the main window.</source>
        <translation>也可在主窗口按 Ctrl 加 +、−、0。</translation>
    </message>
    <message>
        <source>Typing</source>
        <translation>输入</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>The keychain can be used again.</source>
        <translation>密钥链可以重新使用了。</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Attachment {name}</source>
        <translation>附件 {name}</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
</context>
<context>
    <name>BackgroundCard</name>
    <message>
        <source>Where we were</source>
        <translation>上次聊到</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Refresh where we were</source>
        <translation>刷新“上次聊到”</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking back…</source>
        <translation>正在回顾…</translation>
    </message>
</context>
<context>
    <name>BookEntryForm</name>
    <message>
        <source>Name of the entry (never sent)</source>
        <translation>条目名称（不会发送）</translation>
    </message>
    <message>
        <source>Keywords, one in a line; any brings the entry in</source>
        <translation>关键词，每行一个；出现任意一个即启用该条目</translation>
    </message>
    <message>
        <source>Only where one of these comes up too</source>
        <translation>仅当以下词语之一也出现时</translation>
    </message>
    <message>
        <source>Further keywords, one in a line</source>
        <translation>附加关键词，每行一个</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>发送的内容</translation>
    </message>
    <message>
        <source>Always send it, keywords or not</source>
        <translation>始终发送，不看关键词</translation>
    </message>
    <message>
        <source>Upper and lower case differ</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>The keywords are regular expressions</source>
        <translation>关键词是正则表达式</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Lower numbers stand higher in what is sent.</source>
        <translation>数字越小，发送时越靠前。</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>If the budget is short, lower numbers go first.</source>
        <translation>预算不足时，先舍弃数字小的。</translation>
    </message>
</context>
<context>
    <name>BookLines</name>
    <message>
        <source>Entries of the world book</source>
        <translation>世界书的条目</translation>
    </message>
    <message>
        <source>Add entry</source>
        <translation>添加条目</translation>
    </message>
    <message>
        <source>Delete entry</source>
        <translation>删除条目</translation>
    </message>
    <message>
        <source>Put back the deleted entry</source>
        <translation>恢复已删除的条目</translation>
    </message>
    <message>
        <source>Entries: keywords, and what is sent when one comes up</source>
        <translation>条目：关键词，以及关键词出现时发送的内容</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>no keywords yet</source>
        <translation>尚无关键词</translation>
    </message>
    <message>
        <source>no text yet</source>
        <translation>尚无内容</translation>
    </message>
</context>
<context>
    <name>BookOptions</name>
    <message>
        <source>Texts of entries bring in further entries</source>
        <translation>条目内容可以带出其他条目</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Messages looked at</source>
        <translation>查看最近几条消息</translation>
    </message>
    <message>
        <source>Token budget</source>
        <translation>token 预算</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>All personas</source>
        <translation>所有人设</translation>
    </message>
    <message>
        <source>A persona that is gone</source>
        <translation>已不存在的人设</translation>
    </message>
</context>
<context>
    <name>CastDialog</name>
    <message>
        <source>Personas and prompts</source>
        <translation>人设与提示词</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Personality</source>
        <translation>性格</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>System prompt (empty: the profile&apos;s)</source>
        <translation>系统提示词（留空则使用模型配置中的）</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>开场白</translation>
    </message>
    <message>
        <source>Example dialogue</source>
        <translation>示例对话</translation>
    </message>
    <message>
        <source>Instructions after the conversation</source>
        <translation>会话之后的指令</translation>
    </message>
    <message>
        <source>Talk</source>
        <translation>开始对话</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Type / in the message box to use a prompt. {{name}} marks a gap.</source>
        <translation>在消息框中输入 / 即可使用提示词。{{name}} 表示待填写的空位。</translation>
    </message>
    <message>
        <source>Kinds of entries</source>
        <translation>条目类别</translation>
    </message>
    <message>
        <source>Personas</source>
        <translation>人设</translation>
    </message>
    <message>
        <source>World books</source>
        <translation>世界书</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
</context>
<context>
    <name>CastPresenter</name>
    <message>
        <source>Import character cards</source>
        <translation>导入角色卡</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>导入提示词</translation>
    </message>
    <message>
        <source>Export all prompts</source>
        <translation>导出全部提示词</translation>
    </message>
    <message>
        <source>Import world books</source>
        <translation>导入世界书</translation>
    </message>
    <message>
        <source>New persona</source>
        <translation>新人设</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>新提示词</translation>
    </message>
    <message>
        <source>New world book</source>
        <translation>新世界书</translation>
    </message>
    <message>
        <source>Removed from the library.</source>
        <translation>已从库中移除。</translation>
    </message>
    <message>
        <source>{name} was imported.</source>
        <translation>已导入 {name}。</translation>
    </message>
    <message>
        <source>{count} prompts were imported.</source>
        <translation>已导入 {count} 条提示词。</translation>
    </message>
    <message>
        <source>Export the persona</source>
        <translation>导出人设</translation>
    </message>
    <message>
        <source>Export the world book</source>
        <translation>导出世界书</translation>
    </message>
    <message>
        <source>Choose a picture</source>
        <translation>选择图片</translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>{value} (gone)</source>
        <translation>{value}（已不存在）</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Wrap</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save this code to a file</source>
        <translation>将代码保存为文件</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Code, {language}</source>
        <translation>代码，{language}</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Prompt presets</source>
        <translation>预设提示词</translation>
    </message>
    <message>
        <source>This model does not accept images.</source>
        <translation>此模型不支持图片。</translation>
    </message>
    <message>
        <source>An image is larger than {limit} and was left out.</source>
        <translation>有图片超过 {limit}，未添加。</translation>
    </message>
</context>
<context>
    <name>ComposerBar</name>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>{count} chars</source>
        <translation>{count} 字符</translation>
    </message>
    <message>
        <source>≈ {count} tokens</source>
        <translation>≈ {count} token</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compress</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Cancel compressing</source>
        <translation>取消压缩</translation>
    </message>
    <message>
        <source>Nothing to compress</source>
        <translation>无需压缩</translation>
    </message>
    <message>
        <source>Summarise older messages now</source>
        <translation>立即为较早的消息生成摘要</translation>
    </message>
    <message>
        <source>Nothing new to compress since the last summary</source>
        <translation>上次摘要之后没有可压缩的新内容</translation>
    </message>
    <message>
        <source>Cancel the summary</source>
        <translation>取消摘要</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加附件</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>输入消息</translation>
    </message>
</context>
<context>
    <name>ContextGauge</name>
    <message>
        <source>Context in use</source>
        <translation>上下文用量</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} token</translation>
    </message>
    <message>
        <source>{count} tokens in the next request.</source>
        <translation>下次请求 {count} token。</translation>
    </message>
    <message>
        <source>The size of this model&apos;s window is unknown.</source>
        <translation>此模型的上下文窗口大小未知。</translation>
    </message>
    <message>
        <source>{used} of {window} tokens ({share} %) in the next request.</source>
        <translation>下次请求 {used} / {window} token（{share} %）。</translation>
    </message>
    <message>
        <source>Estimated: the model has not reported a count yet.</source>
        <translation>估算值：模型尚未返回用量。</translation>
    </message>
    <message>
        <source>The next summary starts at {count} tokens.</source>
        <translation>达到 {count} token 时生成下一次摘要。</translation>
    </message>
</context>
<context>
    <name>ConversationLinks</name>
    <message>
        <source>Back to where this conversation came from</source>
        <translation>返回此会话的来源</translation>
    </message>
    <message>
        <source>Let speak now</source>
        <translation>现在发言</translation>
    </message>
    <message>
        <source>Next in turn</source>
        <translation>按顺序的下一位</translation>
    </message>
    <message>
        <source>Taking part</source>
        <translation>参与者</translation>
    </message>
    <message>
        <source>Cast</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Who speaks in this conversation</source>
        <translation>此会话的发言者</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>New conversation</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>New conversation (Ctrl+N)</source>
        <translation>新会话（Ctrl+N）</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>搜索会话</translation>
    </message>
    <message>
        <source>Filters by title; Enter searches all messages</source>
        <translation>按标题筛选；回车搜索全部消息</translation>
    </message>
    <message>
        <source>Filter conversations</source>
        <translation>筛选会话</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Suggest a title</source>
        <translation>建议标题</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Continue in a new conversation</source>
        <translation>在新会话中继续</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>New conversation</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>a reply is being written</source>
        <translation>正在生成回复</translation>
    </message>
</context>
<context>
    <name>ConversationPresenter</name>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Message deleted.</source>
        <translation>消息已删除。</translation>
    </message>
    <message>
        <source>Fact pinned.</source>
        <translation>已加入固定事实。</translation>
    </message>
    <message>
        <source>Pasted image</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加附件</translation>
    </message>
    <message>
        <source>This link is not opened: {address}</source>
        <translation>此链接未打开：{address}</translation>
    </message>
</context>
<context>
    <name>DataActions</name>
    <message>
        <source>Values that look like secrets were left out: {count}.</source>
        <translation>已略去疑似密钥的值：{count} 个。</translation>
    </message>
    <message>
        <source>Settings exported</source>
        <translation>设置已导出</translation>
    </message>
    <message>
        <source>Settings imported.</source>
        <translation>设置已导入。</translation>
    </message>
    <message>
        <source>Back to the default: {names}.</source>
        <translation>已恢复默认：{names}。</translation>
    </message>
</context>
<context>
    <name>DetailsPopup</name>
    <message>
        <source>Details of the reply</source>
        <translation>回复详情</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>未提供</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Tokens sent</source>
        <translation>发送 token</translation>
    </message>
    <message>
        <source>of these cached</source>
        <translation>其中命中缓存</translation>
    </message>
    <message>
        <source>Tokens received</source>
        <translation>接收 token</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>First token after</source>
        <translation>首个 token 用时</translation>
    </message>
    <message>
        <source>Whole reply</source>
        <translation>完整回复用时</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token</translation>
    </message>
    <message>
        <source>Finish reason</source>
        <translation>结束原因</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>正常结束（stop）</translation>
    </message>
    <message>
        <source>length</source>
        <translation>达到长度上限（length）</translation>
    </message>
    <message>
        <source>content_filter</source>
        <translation>内容过滤（content_filter）</translation>
    </message>
    <message>
        <source>tool_calls</source>
        <translation>调用工具（tool_calls）</translation>
    </message>
</context>
<context>
    <name>DropHint</name>
    <message>
        <source>Attach to the message; hand-off packs are imported</source>
        <translation>附加到消息；会话包会被导入</translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation>导入会话</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>What would you like to talk about?</source>
        <translation>想聊点什么？</translation>
    </message>
    <message>
        <source>Write below, drop files into the window, or type / for one of your prompts.</source>
        <translation>在下方输入，把文件拖入窗口，或输入 / 选用提示词。</translation>
    </message>
    <message>
        <source>A small demonstration model answers here. It runs on this machine, without a key or a network, so that you can look around at once; what it writes is poor. For real work choose a better one:</source>
        <translation>这里由一个小型演示模型回答。它在本机运行，无需密钥和网络，方便你立即了解本程序；它写的内容质量有限。正式使用请选择更好的模型：</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>选择模型文件…</translation>
    </message>
    <message>
        <source>Set up a provider…</source>
        <translation>设置服务商…</translation>
    </message>
</context>
<context>
    <name>EntryEditor</name>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Unnamed</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>The server asks for a key, and none is set for this profile</source>
        <translation>服务器要求密钥，但此模型配置没有设置密钥</translation>
    </message>
    <message>
        <source>The server asks for a key, and the keychain cannot be read.</source>
        <translation>服务器要求密钥，但无法读取密钥链。</translation>
    </message>
    <message>
        <source>The server does not accept the key</source>
        <translation>服务器不接受此密钥</translation>
    </message>
    <message>
        <source>The account has no credit left</source>
        <translation>账户余额不足</translation>
    </message>
    <message>
        <source>The server does not allow this request with this key</source>
        <translation>服务器不允许用此密钥发送这个请求</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>未找到任何内容</translation>
    </message>
    <message>
        <source>Nothing was found at {url}</source>
        <translation>在 {url} 未找到任何内容</translation>
    </message>
    <message>
        <source>Chat requests are not taken; check the base URL</source>
        <translation>此地址不接受聊天请求；请检查 API 地址</translation>
    </message>
    <message>
        <source>Chat requests are not taken at {url}; check the base URL</source>
        <translation>{url} 不接受聊天请求；请检查 API 地址</translation>
    </message>
    <message>
        <source>The server gave up waiting</source>
        <translation>服务器等待超时</translation>
    </message>
    <message>
        <source>The request is larger than the server takes</source>
        <translation>请求超过了服务器允许的大小</translation>
    </message>
    <message>
        <source>The server takes no more requests for the moment</source>
        <translation>服务器暂时不再接受请求</translation>
    </message>
    <message>
        <source>The server failed (status {status})</source>
        <translation>服务器出错（状态码 {status}）</translation>
    </message>
    <message>
        <source>The server refused the request (status {status})</source>
        <translation>服务器拒绝了请求（状态码 {status}）</translation>
    </message>
    <message>
        <source>The server reported an error without saying which.</source>
        <translation>服务器报告了错误，但未说明原因。</translation>
    </message>
    <message>
        <source>The connection to {place} broke before an answer came.</source>
        <translation>与 {place} 的连接在收到回复之前中断。</translation>
    </message>
    <message>
        <source>{place} sends requests on to {target}.</source>
        <translation>{place} 将请求重定向到 {target}。</translation>
    </message>
    <message>
        <source>They are not followed, so that your key goes nowhere you did not name.</source>
        <translation>程序不会跟随重定向，以免密钥发往你未指定的地方。</translation>
    </message>
    <message>
        <source>Enter the right base URL.</source>
        <translation>请输入正确的 API 地址。</translation>
    </message>
    <message>
        <source>{place} sends requests on elsewhere.</source>
        <translation>{place} 将请求重定向到别处。</translation>
    </message>
    <message>
        <source>The certificate of {place} was not accepted: {reason}.</source>
        <translation>{place} 的证书未被接受：{reason}。</translation>
    </message>
    <message>
        <source>Choose the authority&apos;s CA file in the profile, or add it to the system&apos;s certificates.</source>
        <translation>请在模型配置中选择该机构的 CA 文件，或将其加入系统证书。</translation>
    </message>
    <message>
        <source>it is not valid yet (check this computer&apos;s clock)</source>
        <translation>证书尚未生效（请检查本机时钟）</translation>
    </message>
    <message>
        <source>it has expired</source>
        <translation>证书已过期</translation>
    </message>
    <message>
        <source>it is self-signed</source>
        <translation>证书是自签名的</translation>
    </message>
    <message>
        <source>it is signed by an authority that this computer does not know</source>
        <translation>签发机构不受本机信任</translation>
    </message>
    <message>
        <source>its chain of authorities is not complete</source>
        <translation>证书链不完整</translation>
    </message>
    <message>
        <source>it was revoked</source>
        <translation>证书已被吊销</translation>
    </message>
    <message>
        <source>it belongs to another host name</source>
        <translation>证书属于其他主机名</translation>
    </message>
    <message>
        <source>it belongs to another address</source>
        <translation>证书属于其他地址</translation>
    </message>
    <message>
        <source>it could not be checked</source>
        <translation>无法验证证书</translation>
    </message>
    <message>
        <source>The certificates named by {source} cannot be read.</source>
        <translation>无法读取 {source} 指定的证书。</translation>
    </message>
    <message>
        <source>The CA file {name} cannot be read; it must be a PEM file.</source>
        <translation>无法读取 CA 文件 {name}；它必须是 PEM 文件。</translation>
    </message>
    <message>
        <source>{place} did not answer within {limit} seconds.</source>
        <translation>{place} 在 {limit} 秒内没有响应。</translation>
    </message>
    <message>
        <source>The proxy set by {source} did not let the request through to {place}.</source>
        <translation>{source} 设置的代理没有让请求到达 {place}。</translation>
    </message>
    <message>
        <source>The proxy set by {source} is not an address that can be used.</source>
        <translation>{source} 设置的代理不是可用的地址。</translation>
    </message>
    <message>
        <source>Change it, or set the profile&apos;s proxy to `none`.</source>
        <translation>请更改代理，或将模型配置中的代理设为 `none`。</translation>
    </message>
    <message>
        <source>The proxy set by {source} is a SOCKS proxy, which this program cannot use.</source>
        <translation>{source} 设置的是 SOCKS 代理，本程序无法使用。</translation>
    </message>
    <message>
        <source>No encrypted connection to {place} could be made.</source>
        <translation>无法与 {place} 建立加密连接。</translation>
    </message>
    <message>
        <source>If the server has no TLS, the address starts with http://.</source>
        <translation>如果服务器不使用 TLS，地址应以 http:// 开头。</translation>
    </message>
    <message>
        <source>The host name {host} was not found. Check the address and the network.</source>
        <translation>找不到主机名 {host}。请检查地址和网络。</translation>
    </message>
    <message>
        <source>Nothing answers at {place}. Is the server running?</source>
        <translation>{place} 没有响应。服务器是否在运行？</translation>
    </message>
    <message>
        <source>{place} broke the connection.</source>
        <translation>{place} 断开了连接。</translation>
    </message>
    <message>
        <source>There is no network path to {place}.</source>
        <translation>没有通往 {place} 的网络路径。</translation>
    </message>
    <message>
        <source>The request could not be written: the key or an extra header holds a character that is not allowed.</source>
        <translation>无法写出请求：密钥或附加请求头中含有不允许的字符。</translation>
    </message>
    <message>
        <source>The base URL cannot be used.</source>
        <translation>API 地址不可用。</translation>
    </message>
    <message>
        <source>The profile&apos;s extra body fields cannot be written as JSON.</source>
        <translation>模型配置中的附加请求字段无法写成 JSON。</translation>
    </message>
    <message>
        <source>The API key holds a character that no key may have, at position {position}.</source>
        <translation>API 密钥的第 {position} 个字符不允许出现在密钥中。</translation>
    </message>
    <message>
        <source>Enter the key again.</source>
        <translation>请重新输入密钥。</translation>
    </message>
    <message>
        <source>An extra header holds a character that no header may have.</source>
        <translation>某个附加请求头含有不允许的字符。</translation>
    </message>
    <message>
        <source>No model is chosen for this profile.</source>
        <translation>此模型配置尚未选择模型。</translation>
    </message>
    <message>
        <source>No answer began within {limit} seconds.</source>
        <translation>{limit} 秒内没有开始回复。</translation>
    </message>
    <message>
        <source>Nothing more came for {limit} seconds.</source>
        <translation>{limit} 秒内没有收到更多内容。</translation>
    </message>
    <message>
        <source>The time limit of this request passed.</source>
        <translation>已超过此请求的时限。</translation>
    </message>
    <message>
        <source>The time limit of this request passed while the model was loading.</source>
        <translation>加载模型时已超过此请求的时限。</translation>
    </message>
    <message>
        <source>The output limit (max_tokens) was used up before the answer began.</source>
        <translation>回复开始之前，输出上限（max_tokens）已用完。</translation>
    </message>
    <message>
        <source>Raise the limit.</source>
        <translation>请提高上限。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter held the answer back.</source>
        <translation>服务商的内容过滤拦下了回复。</translation>
    </message>
    <message>
        <source>The model asked for a tool instead of answering.</source>
        <translation>模型请求调用工具，而没有回答。</translation>
    </message>
    <message>
        <source>The server ended the reply in an orderly way, but it holds no text.</source>
        <translation>服务器正常结束了回复，但其中没有文字。</translation>
    </message>
    <message>
        <source>The server ended the stream in the middle of the reply.</source>
        <translation>服务器在回复中途结束了数据流。</translation>
    </message>
    <message>
        <source>The stream ended in the middle of a piece of data.</source>
        <translation>数据流在一段数据的中间结束。</translation>
    </message>
    <message>
        <source>The server sent data that cannot be read.</source>
        <translation>服务器发来了无法读取的数据。</translation>
    </message>
    <message>
        <source>The server sent packed data that unpack to senseless amounts.</source>
        <translation>服务器发来的压缩数据解压后大得不合理。</translation>
    </message>
    <message>
        <source>The server sent one piece of data without an end.</source>
        <translation>服务器发来了一段没有结尾的数据。</translation>
    </message>
    <message>
        <source>The server sent a lot of data but no text.</source>
        <translation>服务器发来了大量数据，但没有文字。</translation>
    </message>
    <message>
        <source>The reply is longer than any reply can be.</source>
        <translation>回复过长，超出了任何合理的长度。</translation>
    </message>
    <message>
        <source>The server broke the reply off ({reason}).</source>
        <translation>服务器中断了回复（{reason}）。</translation>
    </message>
    <message>
        <source>No reply received: the server answered with {what} (status {status}, {kind}) instead of a reply stream.</source>
        <translation>未收到回复：服务器返回了{what}（状态码 {status}，{kind}），而不是回复数据流。</translation>
    </message>
    <message>
        <source>Check the base URL.</source>
        <translation>请检查 API 地址。</translation>
    </message>
    <message>
        <source>It said</source>
        <translation>服务器的原话</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>其他内容</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空内容</translation>
    </message>
    <message>
        <source>no content type</source>
        <translation>无内容类型</translation>
    </message>
    <message>
        <source>The server answered with a web page (status {status}, {kind}) instead of a list of models.</source>
        <translation>服务器返回了网页（状态码 {status}，{kind}），而不是模型列表。</translation>
    </message>
    <message>
        <source>The list of models cannot be read (status {status}, {kind}).</source>
        <translation>无法读取模型列表（状态码 {status}，{kind}）。</translation>
    </message>
    <message>
        <source>The list of models is senselessly long.</source>
        <translation>模型列表长得不合理。</translation>
    </message>
    <message>
        <source>The server may have no list of models.</source>
        <translation>该服务器可能不提供模型列表。</translation>
    </message>
    <message>
        <source>The name of the model can be typed by hand.</source>
        <translation>可以手动输入模型名称。</translation>
    </message>
    <message>
        <source>The version file could not be read.</source>
        <translation>无法读取版本文件。</translation>
    </message>
    <message>
        <source>No script is left for a request of purpose {purpose}.</source>
        <translation>没有可用于 {purpose} 请求的脚本。</translation>
    </message>
    <message>
        <source>There is no built-in model in this installation.</source>
        <translation>此安装不含内置模型。</translation>
    </message>
    <message>
        <source>This installation comes without the demonstration model.</source>
        <translation>此安装不含演示模型。</translation>
    </message>
    <message>
        <source>Choose a GGUF file.</source>
        <translation>请选择一个 GGUF 文件。</translation>
    </message>
    <message>
        <source>Its process has no pipe.</source>
        <translation>模型进程没有管道。</translation>
    </message>
    <message>
        <source>Its process could not be started ({reason}).</source>
        <translation>无法启动模型进程（{reason}）。</translation>
    </message>
    <message>
        <source>The program is closing.</source>
        <translation>程序正在关闭。</translation>
    </message>
    <message>
        <source>{name} was not loaded within {limit} seconds.</source>
        <translation>{name} 在 {limit} 秒内没有加载完成。</translation>
    </message>
    <message>
        <source>{name} could not be loaded: {reason}</source>
        <translation>无法加载 {name}：{reason}</translation>
    </message>
    <message>
        <source>{name} could not be loaded; its process ended with code {code}.</source>
        <translation>无法加载 {name}；其进程以代码 {code} 结束。</translation>
    </message>
    <message>
        <source>The model file does not exist: {path}</source>
        <translation>模型文件不存在：{path}</translation>
    </message>
    <message>
        <source>This is not a file: {path}</source>
        <translation>这不是文件：{path}</translation>
    </message>
    <message>
        <source>This is not a GGUF model file: {path}</source>
        <translation>这不是 GGUF 模型文件：{path}</translation>
    </message>
    <message>
        <source>The model file cannot be read ({reason}): {path}</source>
        <translation>无法读取模型文件（{reason}）：{path}</translation>
    </message>
    <message>
        <source>The model file is damaged or incomplete ({reason}): {path}</source>
        <translation>模型文件已损坏或不完整（{reason}）：{path}</translation>
    </message>
    <message>
        <source>{name} answered.</source>
        <translation>{name} 已应答。</translation>
    </message>
    <message>
        <source>The built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>The server answered, but the short test reply held no text.</source>
        <translation>服务器已应答，但简短的测试回复中没有文字。</translation>
    </message>
    <message>
        <source>A proxy&apos;s address starts with http://, https:// or socks5://.</source>
        <translation>代理地址应以 http://、https:// 或 socks5:// 开头。</translation>
    </message>
    <message>
        <source>A name or password would stand in the settings file; set such a proxy in the system.</source>
        <translation>用户名或密码会留在设置文件中；请在系统中设置此类代理。</translation>
    </message>
    <message>
        <source>This is no address of a proxy, like http://host:8080.</source>
        <translation>这不是代理地址，正确示例：http://host:8080。</translation>
    </message>
    <message>
        <source>This system offers no keychain that Throughline can use.</source>
        <translation>此系统没有 Throughline 可用的密钥链。</translation>
    </message>
    <message>
        <source>Install one, for example gnome-keyring or KWallet, and try again.</source>
        <translation>请安装一个，例如 gnome-keyring 或 KWallet，然后重试。</translation>
    </message>
    <message>
        <source>{place} did not keep the key.</source>
        <translation>{place} 没有保存密钥。</translation>
    </message>
    <message>
        <source>{place} would store keys in clear text, so it is not used.</source>
        <translation>{place} 会以明文保存密钥，因此不予使用。</translation>
    </message>
    <message>
        <source>Unlock the keychain and try again.</source>
        <translation>请解锁密钥链后重试。</translation>
    </message>
    <message>
        <source>The request was dismissed, or the system refuses this program.</source>
        <translation>请求被取消，或系统拒绝了本程序。</translation>
    </message>
    <message>
        <source>Allow access and try again.</source>
        <translation>请允许访问后重试。</translation>
    </message>
    <message>
        <source>No answer within {limit} seconds.</source>
        <translation>{limit} 秒内没有响应。</translation>
    </message>
    <message>
        <source>It may be waiting for you in another window: answer there and try again.</source>
        <translation>它可能正在另一个窗口中等待你：请在那里回应，然后重试。</translation>
    </message>
    <message>
        <source>The keychain reported a fault of its own ({reason}).</source>
        <translation>密钥链报告了自身的故障（{reason}）。</translation>
    </message>
    <message>
        <source>Until then a key you enter lives for this session only.</source>
        <translation>在此之前，你输入的密钥仅在本次运行期间有效。</translation>
    </message>
    <message>
        <source>The key is empty.</source>
        <translation>密钥为空。</translation>
    </message>
    <message>
        <source>Character {position} is {kind} (U+{code}); keys hold only plain ASCII letters, digits and signs.</source>
        <translation>第 {position} 个字符是{kind}（U+{code}）；密钥只能包含 ASCII 字母、数字和符号。</translation>
    </message>
    <message>
        <source>Copy the key again or retype that character.</source>
        <translation>请重新复制密钥，或重新输入该字符。</translation>
    </message>
    <message>
        <source>a full-width character</source>
        <translation>全角字符</translation>
    </message>
    <message>
        <source>an invisible character</source>
        <translation>不可见字符</translation>
    </message>
    <message>
        <source>a space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>a line break</source>
        <translation>换行符</translation>
    </message>
    <message>
        <source>a control character</source>
        <translation>控制字符</translation>
    </message>
    <message>
        <source>not an ASCII character</source>
        <translation>非 ASCII 字符</translation>
    </message>
    <message>
        <source>The key has {count} characters; this keychain takes at most {limit}.</source>
        <translation>密钥有 {count} 个字符；此密钥链最多接受 {limit} 个。</translation>
    </message>
    <message>
        <source>The key stored before was kept.</source>
        <translation>之前保存的密钥仍然保留。</translation>
    </message>
    <message>
        <source>this session</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>Secret Service</source>
        <translation>Secret Service</translation>
    </message>
    <message>
        <source>KWallet</source>
        <translation>KWallet</translation>
    </message>
    <message>
        <source>macOS Keychain</source>
        <translation>macOS 钥匙串</translation>
    </message>
    <message>
        <source>Windows Credential Manager</source>
        <translation>Windows 凭据管理器</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>出了点问题</translation>
    </message>
    <message>
        <source>The model did not answer</source>
        <translation>模型没有应答</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Certificate not trusted</source>
        <translation>证书不受信任</translation>
    </message>
    <message>
        <source>The API key was not accepted</source>
        <translation>API 密钥未被接受</translation>
    </message>
    <message>
        <source>No credit left</source>
        <translation>余额不足</translation>
    </message>
    <message>
        <source>Address or model not found</source>
        <translation>找不到地址或模型</translation>
    </message>
    <message>
        <source>Too many requests</source>
        <translation>请求过多</translation>
    </message>
    <message>
        <source>The conversation is too long for this model</source>
        <translation>会话超出了此模型的长度</translation>
    </message>
    <message>
        <source>The server refused the request</source>
        <translation>服务器拒绝了请求</translation>
    </message>
    <message>
        <source>The server reported an error</source>
        <translation>服务器报告了错误</translation>
    </message>
    <message>
        <source>No reply received</source>
        <translation>未收到回复</translation>
    </message>
    <message>
        <source>The model returned no text</source>
        <translation>模型没有返回文字</translation>
    </message>
    <message>
        <source>The reply was interrupted</source>
        <translation>回复中断</translation>
    </message>
    <message>
        <source>The model took too long</source>
        <translation>模型响应超时</translation>
    </message>
    <message>
        <source>Keychain error</source>
        <translation>密钥链错误</translation>
    </message>
    <message>
        <source>No keychain found</source>
        <translation>未找到密钥链</translation>
    </message>
    <message>
        <source>The keychain is locked</source>
        <translation>密钥链已锁定</translation>
    </message>
    <message>
        <source>Access to the keychain was denied</source>
        <translation>访问密钥链被拒绝</translation>
    </message>
    <message>
        <source>The keychain does not answer</source>
        <translation>密钥链没有响应</translation>
    </message>
    <message>
        <source>This key cannot be used</source>
        <translation>此密钥不可用</translation>
    </message>
    <message>
        <source>Could not save</source>
        <translation>无法保存</translation>
    </message>
    <message>
        <source>The data folder cannot be used</source>
        <translation>数据文件夹不可用</translation>
    </message>
    <message>
        <source>The conversation store was damaged</source>
        <translation>会话数据库已损坏</translation>
    </message>
    <message>
        <source>The conversation store is in use</source>
        <translation>会话数据库正被占用</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>The local model could not be started</source>
        <translation>无法启动本地模型</translation>
    </message>
    <message>
        <source>This value cannot be used</source>
        <translation>此值不可用</translation>
    </message>
    <message>
        <source>The summary was not accepted</source>
        <translation>摘要未被接受</translation>
    </message>
    <message>
        <source>The summary is out of date</source>
        <translation>摘要已过期</translation>
    </message>
    <message>
        <source>Nothing new to compress</source>
        <translation>没有可压缩的新内容</translation>
    </message>
    <message>
        <source>Another provider would see this conversation</source>
        <translation>另一个服务商将看到此会话</translation>
    </message>
    <message>
        <source>The model profile is gone</source>
        <translation>模型配置已不存在</translation>
    </message>
    <message>
        <source>No facts could be read from the answer</source>
        <translation>无法从回答中读取事实</translation>
    </message>
    <message>
        <source>The prompt template cannot be used</source>
        <translation>提示词模板不可用</translation>
    </message>
    <message>
        <source>This file cannot be read</source>
        <translation>无法读取此文件</translation>
    </message>
    <message>
        <source>The file could not be written</source>
        <translation>无法写入文件</translation>
    </message>
    <message>
        <source>Nothing to look through yet</source>
        <translation>暂时没有可查看的内容</translation>
    </message>
    <message>
        <source>Nothing to describe yet</source>
        <translation>暂时没有可描述的内容</translation>
    </message>
    <message>
        <source>The address has moved</source>
        <translation>地址已变更</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>请选择模型</translation>
    </message>
    <message>
        <source>The base URL cannot be used</source>
        <translation>API 地址不可用</translation>
    </message>
    <message>
        <source>The summary took too long</source>
        <translation>摘要生成超时</translation>
    </message>
    <message>
        <source>The conversation store was upgraded</source>
        <translation>会话数据库已升级</translation>
    </message>
    <message>
        <source>The conversation store could not be upgraded</source>
        <translation>会话数据库无法升级</translation>
    </message>
    <message>
        <source>The settings could not be read</source>
        <translation>无法读取设置</translation>
    </message>
    <message>
        <source>Could not save the settings</source>
        <translation>无法保存设置</translation>
    </message>
    <message>
        <source>Some settings were not taken over</source>
        <translation>部分设置未能沿用</translation>
    </message>
    <message>
        <source>Some settings cannot be used</source>
        <translation>部分设置不可用</translation>
    </message>
    <message>
        <source>Settings of a newer version</source>
        <translation>较新版本的设置</translation>
    </message>
    <message>
        <source>Settings taken over</source>
        <translation>设置已沿用</translation>
    </message>
    <message>
        <source>Another program that does not answer uses {folder}.</source>
        <translation>另一个没有响应的程序正在使用 {folder}。</translation>
    </message>
    <message>
        <source>This conversation does not exist any more.</source>
        <translation>此会话已不存在。</translation>
    </message>
    <message>
        <source>This conversation or message does not exist any more.</source>
        <translation>此会话或消息已不存在。</translation>
    </message>
    <message>
        <source>This message does not exist any more.</source>
        <translation>此消息已不存在。</translation>
    </message>
    <message>
        <source>This message cannot be stored: its id is taken, or its conversation is gone.</source>
        <translation>无法保存此消息：其 ID 已被占用，或所属会话已不存在。</translation>
    </message>
    <message>
        <source>There is nothing to continue from: the message is gone.</source>
        <translation>无法继续：该消息已不存在。</translation>
    </message>
    <message>
        <source>The conversation has no messages yet.</source>
        <translation>此会话还没有消息。</translation>
    </message>
    <message>
        <source>This conversation is too short to compare on.</source>
        <translation>此会话太短，无法比较。</translation>
    </message>
    <message>
        <source>The model gave no usable background.</source>
        <translation>模型没有给出可用的背景。</translation>
    </message>
    <message>
        <source>The model&apos;s answer holds no text.</source>
        <translation>模型的回答中没有文字。</translation>
    </message>
    <message>
        <source>The answer holds no JSON list.</source>
        <translation>回答中没有 JSON 列表。</translation>
    </message>
    <message>
        <source>The list in the answer holds no statements.</source>
        <translation>回答的列表中没有陈述。</translation>
    </message>
    <message>
        <source>This summary does not exist any more.</source>
        <translation>此摘要已不存在。</translation>
    </message>
    <message>
        <source>This summary cannot be stored: its id is taken, or its conversation is gone.</source>
        <translation>无法保存此摘要：其 ID 已被占用，或所属会话已不存在。</translation>
    </message>
    <message>
        <source>Only a summary that waits for review can be discarded.</source>
        <translation>只能丢弃等待审阅的摘要。</translation>
    </message>
    <message>
        <source>Undo this one instead.</source>
        <translation>请改为撤销这个摘要。</translation>
    </message>
    <message>
        <source>There are no new messages beyond those that stay word for word.</source>
        <translation>除了逐字保留的消息之外，没有新消息。</translation>
    </message>
    <message>
        <source>There are no new messages since the last summary.</source>
        <translation>上次摘要之后没有新消息。</translation>
    </message>
    <message>
        <source>There is no text to quote from.</source>
        <translation>没有可摘录的文字。</translation>
    </message>
    <message>
        <source>The extract found no telling sentence in these messages.</source>
        <translation>在这些消息中没有找到可摘录的关键句。</translation>
    </message>
    <message>
        <source>The messages were changed while the summary was being written.</source>
        <translation>生成摘要期间消息发生了更改。</translation>
    </message>
    <message>
        <source>The summary was not ready within {limit} seconds.</source>
        <translation>摘要未能在 {limit} 秒内完成。</translation>
    </message>
    <message>
        <source>The summary would be written by “{name}”, another provider than the chat&apos;s.</source>
        <translation>摘要将由“{name}”生成，它与聊天使用的不是同一个服务商。</translation>
    </message>
    <message>
        <source>It would see this conversation.</source>
        <translation>它将看到此会话。</translation>
    </message>
    <message>
        <source>“{name}” is another provider than the conversation&apos;s own.</source>
        <translation>“{name}”与该会话使用的不是同一个服务商。</translation>
    </message>
    <message>
        <source>Choose a conversation of this provider, or allow it under Data &amp; privacy.</source>
        <translation>请选择使用该服务商的会话，或在“数据与隐私”中允许。</translation>
    </message>
    <message>
        <source>The previous summary stays in force.</source>
        <translation>之前的摘要继续有效。</translation>
    </message>
    <message>
        <source>The model returned no text.</source>
        <translation>模型没有返回文字。</translation>
    </message>
    <message>
        <source>The model spent its whole output on reasoning and wrote no summary; raise the output limit (max_tokens, now {limit}) or lower the reasoning effort.</source>
        <translation>模型把全部输出用于思考，没有写出摘要；请提高输出上限（max_tokens，当前为 {limit}）或降低思考强度。</translation>
    </message>
    <message>
        <source>The summary was cut off at the output limit (max_tokens, now {limit}); raise it or ask for shorter sections.</source>
        <translation>摘要因达到输出上限（max_tokens，当前为 {limit}）而被截断；请提高上限，或要求更短的部分。</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter stopped the summary.</source>
        <translation>服务商的内容过滤中止了摘要。</translation>
    </message>
    <message>
        <source>The model called a tool instead of writing a summary.</source>
        <translation>模型调用了工具，而没有撰写摘要。</translation>
    </message>
    <message>
        <source>The summary broke off before its end.</source>
        <translation>摘要在结束之前中断。</translation>
    </message>
    <message>
        <source>The model returned headings without content.</source>
        <translation>模型返回的标题下没有内容。</translation>
    </message>
    <message>
        <source>The answer held none of the section headings, so it is no summary.</source>
        <translation>回答中没有任何部分标题，因此不是摘要。</translation>
    </message>
    <message>
        <source>The model wrote the same text twice.</source>
        <translation>模型把同样的内容写了两遍。</translation>
    </message>
    <message>
        <source>The summary was longer than the messages it stands for.</source>
        <translation>摘要比它所代替的消息还长。</translation>
    </message>
    <message>
        <source>The summary was longer than the greatest length allowed.</source>
        <translation>摘要超过了允许的最大长度。</translation>
    </message>
    <message>
        <source>Line {line}: {reason}.</source>
        <translation>第 {line} 行：{reason}。</translation>
    </message>
    <message>
        <source>It is not a settings file of this program.</source>
        <translation>这不是本程序的设置文件。</translation>
    </message>
    <message>
        <source>The built-in profile is always there.</source>
        <translation>内置的模型配置始终保留。</translation>
    </message>
    <message>
        <source>The profile of this setting was deleted.</source>
        <translation>此设置所属的模型配置已被删除。</translation>
    </message>
    <message>
        <source>Choose another profile for this conversation.</source>
        <translation>请为此会话选择另一个模型配置。</translation>
    </message>
    <message>
        <source>No profile is there to ask for a title.</source>
        <translation>没有可用于生成标题的模型配置。</translation>
    </message>
    <message>
        <source>Enter the base URL of the server.</source>
        <translation>请输入服务器的 API 地址。</translation>
    </message>
    <message>
        <source>The address must start with http:// or https://.</source>
        <translation>地址必须以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>The address must not hold a name or password; enter the key in its own field.</source>
        <translation>地址中不得包含用户名或密码；请将密钥填入专门的输入框。</translation>
    </message>
    <message>
        <source>The address holds no host name.</source>
        <translation>地址中没有主机名。</translation>
    </message>
    <message>
        <source>The address holds no usable host name.</source>
        <translation>地址中没有可用的主机名。</translation>
    </message>
    <message>
        <source>The port must be a number from 1 to 65535.</source>
        <translation>端口必须是 1 到 65535 之间的数字。</translation>
    </message>
    <message>
        <source>The address holds a character that no address may have, at position {position}.</source>
        <translation>地址的第 {position} 个字符不允许出现在地址中。</translation>
    </message>
    <message>
        <source>The address is not complete.</source>
        <translation>地址不完整。</translation>
    </message>
    <message>
        <source>The file is damaged, so the default settings are used.</source>
        <translation>文件已损坏，因此使用默认设置。</translation>
    </message>
    <message>
        <source>The file of an older version could be read only in part.</source>
        <translation>旧版本的文件只能读取一部分。</translation>
    </message>
    <message>
        <source>Back to the default: {names}.</source>
        <translation>已恢复默认：{names}。</translation>
    </message>
    <message>
        <source>A newer version of the program wrote them; unknown ones are kept.</source>
        <translation>它们由较新版本的程序写入；未知的设置予以保留。</translation>
    </message>
    <message>
        <source>They were brought up to this version.</source>
        <translation>它们已更新到当前版本。</translation>
    </message>
    <message>
        <source>The file as it was: {path}</source>
        <translation>原文件：{path}</translation>
    </message>
    <message>
        <source>The file as it was could not be copied yet.</source>
        <translation>原文件暂时无法备份。</translation>
    </message>
    <message>
        <source>Free some space, then try again.</source>
        <translation>请释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>The folder cannot be written.</source>
        <translation>该文件夹无法写入。</translation>
    </message>
    <message>
        <source>Input should be greater than or equal to {limit}</source>
        <translation>应大于或等于 {limit}</translation>
    </message>
    <message>
        <source>Input should be less than or equal to {limit}</source>
        <translation>应小于或等于 {limit}</translation>
    </message>
    <message>
        <source>Input should be greater than {limit}</source>
        <translation>应大于 {limit}</translation>
    </message>
    <message>
        <source>Input should be less than {limit}</source>
        <translation>应小于 {limit}</translation>
    </message>
    <message>
        <source>Input should be a valid number</source>
        <translation>应为有效的数字</translation>
    </message>
    <message>
        <source>Input should be a valid number, unable to parse string as a number</source>
        <translation>应为有效的数字，无法解析输入的内容</translation>
    </message>
    <message>
        <source>Input should be a finite number</source>
        <translation>应为有限的数字</translation>
    </message>
    <message>
        <source>Input should be a valid integer</source>
        <translation>应为有效的整数</translation>
    </message>
    <message>
        <source>Input should be a valid integer, unable to parse string as an integer</source>
        <translation>应为有效的整数，无法解析输入的内容</translation>
    </message>
    <message>
        <source>Input should be a valid integer, got a number with a fractional part</source>
        <translation>应为有效的整数，不能有小数部分</translation>
    </message>
    <message>
        <source>Input should be a valid string</source>
        <translation>应为有效的文本</translation>
    </message>
    <message>
        <source>Input should be a valid boolean</source>
        <translation>应为“是”或“否”</translation>
    </message>
    <message>
        <source>String should have at most {limit} characters</source>
        <translation>最多 {limit} 个字符</translation>
    </message>
    <message>
        <source>String should have at least {limit} character</source>
        <translation>至少 {limit} 个字符</translation>
    </message>
    <message>
        <source>Value error, {reason}</source>
        <translation>值有误，{reason}</translation>
    </message>
    <message>
        <source>A check of the store in {folder} found: {finding}.</source>
        <translation>对 {folder} 中数据库的检查发现：{finding}。</translation>
    </message>
    <message>
        <source>It will be set aside and rebuilt at the next start.</source>
        <translation>下次启动时会将其移到一旁并重建。</translation>
    </message>
    <message>
        <source>The store was damaged ({damage}). It was set aside as {path}.</source>
        <translation>数据库已损坏（{damage}）。它已移到 {path}。</translation>
    </message>
    <message>
        <source>Nothing could be read from it; a new store was begun.</source>
        <translation>其中没有可读取的内容；已新建数据库。</translation>
    </message>
    <message>
        <source>Recovered from it: {conversations} conversations, {messages} messages.</source>
        <translation>已从中恢复：{conversations} 个会话，{messages} 条消息。</translation>
    </message>
    <message>
        <source>The conversation store is not open.</source>
        <translation>会话数据库尚未打开。</translation>
    </message>
    <message>
        <source>The store in {folder} was removed or replaced while the program ran.</source>
        <translation>程序运行期间，{folder} 中的存储被移除或替换。</translation>
    </message>
    <message>
        <source>Nothing more can be saved.</source>
        <translation>无法再保存任何内容。</translation>
    </message>
    <message>
        <source>Copy what you need, put the store back and start Throughline again.</source>
        <translation>请复制需要的内容，把存储放回原处，然后重新启动 Throughline。</translation>
    </message>
    <message>
        <source>The store in {folder} was written by a newer Throughline (format {version}; this one knows {known}).</source>
        <translation>{folder} 中的数据库由较新版本的 Throughline 写入（格式 {version}；本版本支持到 {known}）。</translation>
    </message>
    <message>
        <source>It was left as it is.</source>
        <translation>它保持原样，未作改动。</translation>
    </message>
    <message>
        <source>The store in {folder} was missing. What was left of it is at {path}.</source>
        <translation>{folder} 中的数据库缺失。剩余部分位于 {path}。</translation>
    </message>
    <message>
        <source>The store {folder} was missing, and an empty one was begun.</source>
        <translation>数据库 {folder} 缺失，已新建空数据库。</translation>
    </message>
    <message>
        <source>Earlier copies are in {path}.</source>
        <translation>较早的副本在 {path} 中。</translation>
    </message>
    <message>
        <source>The store in {folder} is damaged.</source>
        <translation>{folder} 中的数据库已损坏。</translation>
    </message>
    <message>
        <source>The store in {folder} reported: {reason}.</source>
        <translation>{folder} 中的数据库报告：{reason}。</translation>
    </message>
    <message>
        <source>The store in {folder} cannot be opened or written.</source>
        <translation>无法打开或写入 {folder} 中的数据库。</translation>
    </message>
    <message>
        <source>Another program holds the store in {folder}. Close it and try again.</source>
        <translation>另一个程序正占用 {folder} 中的数据库。请关闭它，然后重试。</translation>
    </message>
    <message>
        <source>A file in {folder} could not be read or written: {reason}.</source>
        <translation>无法读取或写入 {folder} 中的某个文件：{reason}。</translation>
    </message>
    <message>
        <source>No space is left for {folder}. What was stored before is intact.</source>
        <translation>{folder} 已没有剩余空间。之前保存的内容完好无损。</translation>
    </message>
    <message>
        <source>{folder} cannot be used: {reason}.</source>
        <translation>无法使用 {folder}：{reason}。</translation>
    </message>
    <message>
        <source>A copy from before the upgrade is at {path}.</source>
        <translation>升级前的副本位于 {path}。</translation>
    </message>
    <message>
        <source>Upgrading the store to format {version} failed: {reason}.</source>
        <translation>将数据库升级到格式 {version} 失败：{reason}。</translation>
    </message>
    <message>
        <source>Nothing was changed; a copy is at {path}.</source>
        <translation>未作任何更改；副本位于 {path}。</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>{name} is larger than {limit} MB.</source>
        <translation>{name} 超过 {limit} MB。</translation>
    </message>
    <message>
        <source>{name} is not a file.</source>
        <translation>{name} 不是文件。</translation>
    </message>
    <message>
        <source>{name} is no picture.</source>
        <translation>{name} 不是图片。</translation>
    </message>
    <message>
        <source>{name} is neither a text file nor a PNG, JPEG, GIF or WebP image.</source>
        <translation>{name} 既不是文本文件，也不是 PNG、JPEG、GIF 或 WebP 图片。</translation>
    </message>
    <message>
        <source>The file holds no character card.</source>
        <translation>文件中没有角色卡。</translation>
    </message>
    <message>
        <source>The picture holds no character card.</source>
        <translation>图片中没有角色卡。</translation>
    </message>
    <message>
        <source>The character card has no name.</source>
        <translation>角色卡没有名称。</translation>
    </message>
    <message>
        <source>The character card in the picture is not Base64.</source>
        <translation>图片中的角色卡不是 Base64 编码。</translation>
    </message>
    <message>
        <source>The entry has no {field}.</source>
        <translation>该条目缺少 {field}。</translation>
    </message>
    <message>
        <source>This is not a PNG picture.</source>
        <translation>这不是 PNG 图片。</translation>
    </message>
    <message>
        <source>The picture is larger than {limit} MB.</source>
        <translation>图片超过 {limit} MB。</translation>
    </message>
    <message>
        <source>The picture has too many parts.</source>
        <translation>图片包含的数据块过多。</translation>
    </message>
    <message>
        <source>The picture ends in the middle.</source>
        <translation>图片数据不完整。</translation>
    </message>
    <message>
        <source>The data in the picture are damaged (wrong check sum).</source>
        <translation>图片数据已损坏（校验和错误）。</translation>
    </message>
    <message>
        <source>A packed text in the picture is too large.</source>
        <translation>图片中的压缩文本过大。</translation>
    </message>
    <message>
        <source>A packed text in the picture is damaged.</source>
        <translation>图片中的压缩文本已损坏。</translation>
    </message>
    <message>
        <source>A text in the picture is too large.</source>
        <translation>图片中的文本过大。</translation>
    </message>
    <message>
        <source>The file holds more than {limit} presets.</source>
        <translation>文件中的预设超过 {limit} 个。</translation>
    </message>
    <message>
        <source>The file holds no prompt preset.</source>
        <translation>文件中没有预设提示词。</translation>
    </message>
    <message>
        <source>The world book has more than {limit} entries.</source>
        <translation>世界书的条目超过 {limit} 个。</translation>
    </message>
    <message>
        <source>The file holds no world book.</source>
        <translation>文件中没有世界书。</translation>
    </message>
    <message>
        <source>The file holds {name}, which is no JSON number.</source>
        <translation>文件中的 {name} 不是 JSON 数字。</translation>
    </message>
    <message>
        <source>The {what} is larger than {limit} MB.</source>
        <translation>该{what}超过 {limit} MB。</translation>
    </message>
    <message>
        <source>The {what} is nested too deeply.</source>
        <translation>该{what}嵌套过深。</translation>
    </message>
    <message>
        <source>The {what} is not UTF-8 text.</source>
        <translation>该{what}不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>The {what} is not valid JSON (line {line}, column {column}).</source>
        <translation>该{what}不是有效的 JSON（第 {line} 行，第 {column} 列）。</translation>
    </message>
    <message>
        <source>The {what} holds a number that is too long.</source>
        <translation>该{what}中有过长的数字。</translation>
    </message>
    <message>
        <source>A picture that is only an address was left out</source>
        <translation>已略去仅有网址的图片</translation>
    </message>
    <message>
        <source>A picture that cannot be decoded was left out</source>
        <translation>已略去无法解码的图片</translation>
    </message>
    <message>
        <source>A picture that is too large was left out</source>
        <translation>已略去过大的图片</translation>
    </message>
    <message>
        <source>Messages that hang on nothing were left out</source>
        <translation>已略去没有上级的消息</translation>
    </message>
    <message>
        <source>Calls of tools and their results were left out</source>
        <translation>已略去工具调用及其结果</translation>
    </message>
    <message>
        <source>Content of the kind {kind} was left out</source>
        <translation>已略去类型为 {kind} 的内容</translation>
    </message>
    <message>
        <source>Pictures and sound are not in the file and were left out</source>
        <translation>文件中不含图片和音频，已略去</translation>
    </message>
    <message>
        <source>Empty messages were left out</source>
        <translation>已略去空消息</translation>
    </message>
    <message>
        <source>Files that are only named in the export were left out</source>
        <translation>已略去导出文件中只有名称的文件</translation>
    </message>
    <message>
        <source>Messages hidden from the model were left out</source>
        <translation>已略去对模型隐藏的消息</translation>
    </message>
    <message>
        <source>{what} ({count} times)</source>
        <translation>{what}（{count} 次）</translation>
    </message>
    <message>
        <source>{count} conversations could not be read; the first</source>
        <translation>有 {count} 个会话无法读取；第一个</translation>
    </message>
    <message>
        <source>{count} entries that do not belong to a pack were left out.</source>
        <translation>已略去 {count} 个不属于会话包的条目。</translation>
    </message>
    <message>
        <source>the content of {count} attachments is not in the pack.</source>
        <translation>有 {count} 个附件的内容不在会话包中。</translation>
    </message>
    <message>
        <source>is {value}, not human or assistant</source>
        <translation>是 {value}，既不是 human 也不是 assistant</translation>
    </message>
    <message>
        <source>{value} is not a known role</source>
        <translation>{value} 不是已知的角色</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>is missing; this is not a pack of Throughline</source>
        <translation>缺失；这不是 Throughline 的会话包</translation>
    </message>
    <message>
        <source>is not the manifest of a pack of Throughline</source>
        <translation>不是 Throughline 会话包的清单</translation>
    </message>
    <message>
        <source>is not a conversation of Throughline</source>
        <translation>不是 Throughline 的会话</translation>
    </message>
    <message>
        <source>was written by a newer Throughline (version {version})</source>
        <translation>由较新版本的 Throughline 写入（版本 {version}）</translation>
    </message>
    <message>
        <source>does not hold what its name says</source>
        <translation>内容与其名称不符</translation>
    </message>
    <message>
        <source>holds no conversation with messages</source>
        <translation>没有包含消息的会话</translation>
    </message>
    <message>
        <source>holds more than {limit} conversations</source>
        <translation>会话超过 {limit} 个</translation>
    </message>
    <message>
        <source>holds more than {limit} messages</source>
        <translation>消息超过 {limit} 条</translation>
    </message>
    <message>
        <source>holds more than {limit} entries</source>
        <translation>条目超过 {limit} 个</translation>
    </message>
    <message>
        <source>larger than {limit} MB</source>
        <translation>超过 {limit} MB</translation>
    </message>
    <message>
        <source>is larger than {limit} MB</source>
        <translation>大小超过 {limit} MB</translation>
    </message>
    <message>
        <source>is larger than {limit} KB</source>
        <translation>大小超过 {limit} KB</translation>
    </message>
    <message>
        <source>not JSON ({reason})</source>
        <translation>不是 JSON（{reason}）</translation>
    </message>
    <message>
        <source>not text in UTF-8</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>holds a number that is too long</source>
        <translation>含有过长的数字</translation>
    </message>
    <message>
        <source>is not a number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>is too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>is not a finite number</source>
        <translation>不是有限的数字</translation>
    </message>
    <message>
        <source>is not a whole number from 0 on</source>
        <translation>不是大于或等于 0 的整数</translation>
    </message>
    <message>
        <source>is not {what}</source>
        <translation>不是 {what}</translation>
    </message>
    <message>
        <source>is there twice</source>
        <translation>重复出现</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>is packed in a way that is not accepted</source>
        <translation>压缩方式不受支持</translation>
    </message>
    <message>
        <source>is packed tighter than is possible</source>
        <translation>压缩率高得不可能</translation>
    </message>
    <message>
        <source>is broken</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>is not a ZIP file, or one with too many entries</source>
        <translation>不是 ZIP 文件，或条目过多</translation>
    </message>
    <message>
        <source>is not a ZIP file, or a broken one</source>
        <translation>不是 ZIP 文件，或已损坏</translation>
    </message>
    <message>
        <source>is not an id</source>
        <translation>不是 ID</translation>
    </message>
    <message>
        <source>is not a SHA-256</source>
        <translation>不是 SHA-256</translation>
    </message>
    <message>
        <source>is none of {choices}</source>
        <translation>不属于 {choices}</translation>
    </message>
    <message>
        <source>summary {id} ends at a message that is not there</source>
        <translation>摘要 {id} 结束于一条不存在的消息</translation>
    </message>
    <message>
        <source>message {id} belongs to another conversation</source>
        <translation>消息 {id} 属于另一个会话</translation>
    </message>
    <message>
        <source>message {id} follows one that is not there</source>
        <translation>消息 {id} 的上一条消息不存在</translation>
    </message>
    <message>
        <source>message {id} follows itself</source>
        <translation>消息 {id} 接在自身之后</translation>
    </message>
    <message>
        <source>names a message that is not there</source>
        <translation>指向一条不存在的消息</translation>
    </message>
    <message>
        <source>holds {what} {id} twice</source>
        <translation>{what} {id} 出现两次</translation>
    </message>
    <message>
        <source>{first} {rest}</source>
        <translation>{first}{rest}</translation>
    </message>
    <message>
        <source>{head}: {tail}</source>
        <translation>{head}：{tail}</translation>
    </message>
    <message>
        <source>{sentence}.</source>
        <translation>{sentence}。</translation>
    </message>
</context>
<context>
    <name>FactsPanel</name>
    <message>
        <source>Pinned facts</source>
        <translation>固定事实</translation>
    </message>
    <message>
        <source>Sent word for word with every request, in the system message. A change makes the next request be read afresh once; after that the cache serves it again.</source>
        <translation>随每次请求在系统消息中逐字发送。更改后，下一次请求需完整重读一次，之后又可命中缓存。</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>此会话</translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation>所有会话</translation>
    </message>
    <message>
        <source>Suggest facts</source>
        <translation>建议事实</translation>
    </message>
    <message>
        <source>Ask the model for facts of this conversation</source>
        <translation>请模型为此会话提出事实</translation>
    </message>
</context>
<context>
    <name>FactsPresenter</name>
    <message>
        <source>Fact changed.</source>
        <translation>事实已更改。</translation>
    </message>
    <message>
        <source>Fact removed.</source>
        <translation>事实已移除。</translation>
    </message>
    <message>
        <source>Asking the model…</source>
        <translation>正在询问模型…</translation>
    </message>
    <message>
        <source>{count} facts found; tick those that are to be sent.</source>
        <translation>找到 {count} 条事实；请勾选要发送的。</translation>
    </message>
</context>
<context>
    <name>FileField</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a file for {field}</source>
        <translation>为“{field}”选择文件</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation>在此会话中查找</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No hits</source>
        <translation>无结果</translation>
    </message>
</context>
<context>
    <name>FullScreenEditor</name>
    <message>
        <source>Start from the default text</source>
        <translation>从默认文本开始</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
    <message>
        <source>{count} characters (default)</source>
        <translation>{count} 个字符（默认）</translation>
    </message>
</context>
<context>
    <name>GivenNames</name>
    <message>
        <source>Built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Demonstration model</source>
        <translation>演示模型</translation>
    </message>
</context>
<context>
    <name>InlineEditor</name>
    <message>
        <source>Edit your message</source>
        <translation>编辑你的消息</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Send as new version</source>
        <translation>作为新版本发送</translation>
    </message>
</context>
<context>
    <name>JsonField</name>
    <message>
        <source>Not valid JSON in line {line}, column {column}.</source>
        <translation>不是有效的 JSON：第 {line} 行，第 {column} 列。</translation>
    </message>
    <message>
        <source>Nested too deeply.</source>
        <translation>嵌套过深。</translation>
    </message>
    <message>
        <source>This must be an object, like {&quot;name&quot;: &quot;value&quot;}.</source>
        <translation>必须是一个对象，例如 {&quot;name&quot;: &quot;value&quot;}。</translation>
    </message>
    <message>
        <source>“{name}” is set by the program.</source>
        <translation>“{name}”由程序设置。</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a header.</source>
        <translation>“{name}”不能用作请求头名称。</translation>
    </message>
    <message>
        <source>The value of “{name}” must be a text.</source>
        <translation>“{name}”的值必须是文本。</translation>
    </message>
    <message>
        <source>The value of “{name}” holds a character that a header cannot carry.</source>
        <translation>“{name}”的值含有请求头不允许的字符。</translation>
    </message>
    <message>
        <source>“{name}” stands there twice.</source>
        <translation>“{name}”出现了两次。</translation>
    </message>
    <message>
        <source>{name} is no JSON value.</source>
        <translation>{name} 不是 JSON 值。</translation>
    </message>
</context>
<context>
    <name>JumpButton</name>
    <message>
        <source>Jump to newest</source>
        <translation>跳到最新</translation>
    </message>
    <message>
        <source>Jump to newest ({count})</source>
        <translation>跳到最新（{count}）</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Save key</source>
        <translation>保存密钥</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Try the keychain again</source>
        <translation>重试密钥链</translation>
    </message>
    <message>
        <source>Keys are made at {address}.</source>
        <translation>密钥在 {address} 创建。</translation>
    </message>
    <message>
        <source>Servers of this kind usually need no key.</source>
        <translation>这类服务器通常不需要密钥。</translation>
    </message>
    <message>
        <source>Looking into the keychain…</source>
        <translation>正在查询密钥链…</translation>
    </message>
    <message>
        <source>Enter a new key to replace the stored one</source>
        <translation>输入新密钥以替换已保存的密钥</translation>
    </message>
    <message>
        <source>Paste the key here</source>
        <translation>在此粘贴密钥</translation>
    </message>
    <message>
        <source>The key is kept for this session only. {problem}</source>
        <translation>密钥仅在本次运行期间保留。{problem}</translation>
    </message>
    <message>
        <source>A key can be kept for this session only. {problem}</source>
        <translation>密钥只能在本次运行期间保留。{problem}</translation>
    </message>
    <message>
        <source>Stored in {place}.</source>
        <translation>已保存到 {place}。</translation>
    </message>
    <message>
        <source>No key stored. It will go to {place}, never to a file.</source>
        <translation>尚未保存密钥。密钥将存入 {place}，绝不写入文件。</translation>
    </message>
</context>
<context>
    <name>LabPane</name>
    <message>
        <source>Waiting for the model…</source>
        <translation>正在等待模型…</translation>
    </message>
    <message>
        <source>{seconds} s · about {tokens} tokens long · {input} tokens read, {output} written</source>
        <translation>{seconds} 秒 · 长约 {tokens} token · 读取 {input} token，写出 {output} token</translation>
    </message>
    <message>
        <source>{seconds} s · about {tokens} tokens long · the server reported no usage</source>
        <translation>{seconds} 秒 · 长约 {tokens} token · 服务器未返回用量</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在撰写…</translation>
    </message>
    <message>
        <source>Waiting: {cause}</source>
        <translation>等待中：{cause}</translation>
    </message>
</context>
<context>
    <name>LabWindow</name>
    <message>
        <source>Try sections on a past conversation</source>
        <translation>用过去的会话试验各部分</translation>
    </message>
    <message>
        <source>Conversation to try on</source>
        <translation>用于试验的会话</translation>
    </message>
    <message>
        <source>Run both</source>
        <translation>同时运行两者</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Saved sections</source>
        <translation>已保存的部分</translation>
    </message>
    <message>
        <source>Edited sections</source>
        <translation>修改后的部分</translation>
    </message>
    <message>
        <source>Drop the edit</source>
        <translation>放弃修改</translation>
    </message>
    <message>
        <source>Keep the edit</source>
        <translation>保留修改</translation>
    </message>
    <message>
        <source>The edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Nothing here is saved until you keep it.</source>
        <translation>在你选择保留之前，不会保存任何内容。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>There is no past conversation yet.</source>
        <translation>还没有过去的会话。</translation>
    </message>
    <message>
        <source>Lines that differ are marked.</source>
        <translation>不同的行已标出。</translation>
    </message>
</context>
<context>
    <name>LibraryPresenter</name>
    <message>
        <source>New conversation</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>Export the conversation</source>
        <translation>导出会话</translation>
    </message>
    <message>
        <source>Hand-off pack (*.throughline)</source>
        <translation>会话包 (*.throughline)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Plain text (*.txt)</source>
        <translation>纯文本 (*.txt)</translation>
    </message>
    <message>
        <source>JSON, every branch (*.json)</source>
        <translation>JSON，包含所有分支 (*.json)</translation>
    </message>
    <message>
        <source>Exported to {name}.</source>
        <translation>已导出到 {name}。</translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation>导入会话</translation>
    </message>
    <message>
        <source>Conversations (*.throughline *.json *.jsonl *.zip)</source>
        <translation>会话 (*.throughline *.json *.jsonl *.zip)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>“{title}” was imported.</source>
        <translation>已导入“{title}”。</translation>
    </message>
    <message>
        <source>{count} conversations imported.</source>
        <translation>已导入 {count} 个会话。</translation>
    </message>
    <message>
        <source>Writing the background…</source>
        <translation>正在撰写背景…</translation>
    </message>
</context>
<context>
    <name>ListPresenter</name>
    <message>
        <source>Conversation deleted.</source>
        <translation>会话已删除。</translation>
    </message>
    <message>
        <source>Renamed to “{title}”.</source>
        <translation>已重命名为“{title}”。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Model profile</source>
        <translation>模型配置</translation>
    </message>
    <message>
        <source>Model profile of this conversation</source>
        <translation>此会话的模型配置</translation>
    </message>
    <message>
        <source>Tokens of the last reply</source>
        <translation>上次回复的 token</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新会话</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>在此会话中查找</translation>
    </message>
    <message>
        <source>What is sent…</source>
        <translation>查看将发送的内容…</translation>
    </message>
    <message>
        <source>Pinned facts…</source>
        <translation>固定事实…</translation>
    </message>
    <message>
        <source>Personas and prompts…</source>
        <translation>人设与提示词…</translation>
    </message>
    <message>
        <source>Savings…</source>
        <translation>节省统计…</translation>
    </message>
    <message>
        <source>Continue in a new conversation</source>
        <translation>在新会话中继续</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation>实际大小</translation>
    </message>
</context>
<context>
    <name>MathView</name>
    <message>
        <source>Formula: {source}</source>
        <translation>公式：{source}</translation>
    </message>
</context>
<context>
    <name>MessageActions</name>
    <message>
        <source>Copy selection</source>
        <translation>复制所选内容</translation>
    </message>
    <message>
        <source>Quote selection</source>
        <translation>引用所选内容</translation>
    </message>
    <message>
        <source>Pin selection as fact</source>
        <translation>将所选内容设为固定事实</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy message as plain text</source>
        <translation>复制为纯文本</translation>
    </message>
    <message>
        <source>Edit and resend</source>
        <translation>编辑并重新发送</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Quote in the composer</source>
        <translation>引用到输入框</translation>
    </message>
    <message>
        <source>Pin as fact</source>
        <translation>设为固定事实</translation>
    </message>
    <message>
        <source>Summarise up to here</source>
        <translation>生成到此处为止的摘要</translation>
    </message>
    <message>
        <source>Fork from here</source>
        <translation>从此处分叉</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>MessageBody</name>
    <message>
        <source>Show all ({count} characters)</source>
        <translation>显示全部（{count} 个字符）</translation>
    </message>
    <message>
        <source>{address} — leads to {host}</source>
        <translation>{address} — 指向 {host}</translation>
    </message>
    <message>
        <source>Only web and mail addresses are opened from a conversation.</source>
        <translation>会话中只能打开网页和邮件地址。</translation>
    </message>
    <message>
        <source>This link has no full address, so it leads nowhere.</source>
        <translation>此链接没有完整地址，无法打开。</translation>
    </message>
    <message>
        <source>This address is not well formed or hides characters.</source>
        <translation>此地址格式不正确，或隐藏了字符。</translation>
    </message>
</context>
<context>
    <name>MessageCanvas</name>
    <message>
        <source>Position in the conversation</source>
        <translation>在会话中的位置</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息列表</translation>
    </message>
</context>
<context>
    <name>MessageView</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Message from {name}</source>
        <translation>来自 {name} 的消息</translation>
    </message>
    <message>
        <source>Text from {name}</source>
        <translation>来自 {name} 的文字</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>From now on {name} answers.</source>
        <translation>从现在起由 {name} 回答。</translation>
    </message>
</context>
<context>
    <name>ModelField</name>
    <message>
        <source>Load list</source>
        <translation>获取列表</translation>
    </message>
    <message>
        <source>Load the list of models from the server</source>
        <translation>从服务器获取模型列表</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Close this notice</source>
        <translation>关闭此通知</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Something broke inside Throughline</source>
        <translation>Throughline 内部出错</translation>
    </message>
    <message>
        <source>Your messages are safe. {place}</source>
        <translation>你的消息安然无恙。{place}</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Open the profile</source>
        <translation>打开模型配置</translation>
    </message>
    <message>
        <source>Summary settings</source>
        <translation>摘要设置</translation>
    </message>
    <message>
        <source>Try the keychain again</source>
        <translation>重试密钥链</translation>
    </message>
    <message>
        <source>Compress now</source>
        <translation>立即压缩</translation>
    </message>
    <message>
        <source>Allow and summarise</source>
        <translation>允许并生成摘要</translation>
    </message>
    <message>
        <source>Rewrite the summary</source>
        <translation>重写摘要</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Set {field}</source>
        <translation>设置“{field}”</translation>
    </message>
</context>
<context>
    <name>PersonaExtras</name>
    <message>
        <source>Choose a picture…</source>
        <translation>选择图片…</translation>
    </message>
    <message>
        <source>Picture of the persona</source>
        <translation>人设的图片</translation>
    </message>
    <message>
        <source>Profile the persona answers with</source>
        <translation>该人设回答时使用的模型配置</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>模型配置</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Reply limit in tokens</source>
        <translation>回复上限（token）</translation>
    </message>
    <message>
        <source>as the profile says</source>
        <translation>以模型配置为准</translation>
    </message>
    <message>
        <source>That of the conversation</source>
        <translation>与会话相同</translation>
    </message>
</context>
<context>
    <name>PresetVariables</name>
    <message>
        <source>Fill in the prompt</source>
        <translation>填写提示词</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>插入</translation>
    </message>
</context>
<context>
    <name>PreviewPane</name>
    <message>
        <source>Prompt preview</source>
        <translation>提示词预览</translation>
    </message>
    <message>
        <source>The summary prompt as it is sent</source>
        <translation>实际发送的摘要提示词</translation>
    </message>
    <message>
        <source>About {count} tokens.</source>
        <translation>约 {count} token。</translation>
    </message>
    <message>
        <source>The default prompt.</source>
        <translation>默认提示词。</translation>
    </message>
    <message>
        <source>Lines that differ from the default: {changed} (marked); left out: {removed}.</source>
        <translation>与默认不同的行：{changed} 行（已标出）；删去：{removed} 行。</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Data &amp; privacy</source>
        <translation>数据与隐私</translation>
    </message>
    <message>
        <source>Everything is on this machine. Only the model you chat with gets your text.</source>
        <translation>所有内容都保存在本机。只有与你聊天的模型会收到你的文字。</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新询问</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Conversations, settings and logs are in this folder:</source>
        <translation>会话、设置和日志位于此文件夹：</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Export and import of the settings</source>
        <translation>导出和导入设置</translation>
    </message>
    <message>
        <source>All profiles and settings as one file, to carry to another machine. Keys are never in it.</source>
        <translation>将所有模型配置和设置存为一个文件，便于带到另一台电脑。其中绝不包含密钥。</translation>
    </message>
    <message>
        <source>Export settings…</source>
        <translation>导出设置…</translation>
    </message>
    <message>
        <source>Import settings…</source>
        <translation>导入设置…</translation>
    </message>
    <message>
        <source>Allowed without asking: {pairs}</source>
        <translation>无需询问即允许：{pairs}</translation>
    </message>
    <message>
        <source>Export settings</source>
        <translation>导出设置</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>导入设置</translation>
    </message>
    <message>
        <source>Settings (*.json)</source>
        <translation>设置 (*.json)</translation>
    </message>
</context>
<context>
    <name>ProfileActions</name>
    <message>
        <source>Profile “{name}” deleted.</source>
        <translation>模型配置“{name}”已删除。</translation>
    </message>
    <message>
        <source>No model server found on this machine</source>
        <translation>未在本机找到模型服务器</translation>
    </message>
    <message>
        <source>Start Ollama, LM Studio or llama.cpp, then look again.</source>
        <translation>请启动 Ollama、LM Studio 或 llama.cpp，然后再次查找。</translation>
    </message>
    <message>
        <source>{name} at {url}: {count} models</source>
        <translation>{name}（{url}）：{count} 个模型</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>正在询问服务器…</translation>
    </message>
</context>
<context>
    <name>ProfileChooser</name>
    <message>
        <source>Profile is gone</source>
        <translation>模型配置已不存在</translation>
    </message>
</context>
<context>
    <name>ProfileListBox</name>
    <message>
        <source>Profiles</source>
        <translation>模型配置</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Make default</source>
        <translation>设为默认</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Look for servers on this machine…</source>
        <translation>查找本机的模型服务器…</translation>
    </message>
    <message>
        <source>{name}  (default)</source>
        <translation>{name}（默认）</translation>
    </message>
</context>
<context>
    <name>ProfilesPage</name>
    <message>
        <source>Profiles</source>
        <translation>模型配置</translation>
    </message>
    <message>
        <source>A profile is a model with its address, limits and summary settings.</source>
        <translation>一个模型配置包含一个模型及其地址、限制和摘要设置。</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Kind of provider</source>
        <translation>服务商类型</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Use these figures</source>
        <translation>采用这些数值</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>What is not set is not sent, so the server&apos;s own default applies.</source>
        <translation>未设置的参数不会发送，由服务器采用其默认值。</translation>
    </message>
    <message>
        <source>Send them again</source>
        <translation>恢复发送</translation>
    </message>
    <message>
        <source>Extras of the request</source>
        <translation>请求附加项</translation>
    </message>
    <message>
        <source>JSON. Stored in the settings file: put the API key in its own field.</source>
        <translation>JSON 格式。保存在设置文件中：请将 API 密钥填入专门的输入框。</translation>
    </message>
    <message>
        <source>JSON, added to each request as it is.</source>
        <translation>JSON 格式，原样加入每次请求。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt *.cer)</source>
        <translation>证书 (*.pem *.crt *.cer)</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Per million tokens; used only to show what summaries cost and save.</source>
        <translation>每百万 token 的价格；仅用于显示摘要的花费与节省。</translation>
    </message>
    <message>
        <source>Not sent, because the server refused them: {names}</source>
        <translation>因服务器拒绝而未发送：{names}</translation>
    </message>
    <message>
        <source>Requests go to {url}</source>
        <translation>请求发往 {url}</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Catalog ({date}): window {window}, output limit {output} tokens.</source>
        <translation>目录（{date}）：上下文窗口 {window} token，输出上限 {output} token。</translation>
    </message>
    <message>
        <source>Cancel the test</source>
        <translation>取消测试</translation>
    </message>
    <message>
        <source>Asking for a few tokens…</source>
        <translation>正在请求几个 token…</translation>
    </message>
    <message>
        <source>{message} ({url}, {seconds} s)</source>
        <translation>{message}（{url}，{seconds} 秒）</translation>
    </message>
    <message>
        <source>The server offers no models.</source>
        <translation>服务器没有提供任何模型。</translation>
    </message>
    <message>
        <source>{count} models</source>
        <translation>{count} 个模型</translation>
    </message>
</context>
<context>
    <name>ReasoningBlock</name>
    <message>
        <source>Thinking… {seconds} s</source>
        <translation>思考中… {seconds} 秒</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Thought for {seconds} s</source>
        <translation>已思考 {seconds} 秒</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>思考</translation>
    </message>
</context>
<context>
    <name>ReplyPresenter</name>
    <message>
        <source>none, it runs on this computer</source>
        <translation>免费，在本机运行</translation>
    </message>
    <message>
        <source>Save the code</source>
        <translation>保存代码</translation>
    </message>
    <message>
        <source>Saved as {name}.</source>
        <translation>已保存为 {name}。</translation>
    </message>
</context>
<context>
    <name>RequestViewer</name>
    <message>
        <source>What is sent</source>
        <translation>将发送的内容</translation>
    </message>
    <message>
        <source>Messages of the next request</source>
        <translation>下次请求的消息</translation>
    </message>
    <message>
        <source>Text of the chosen message</source>
        <translation>所选消息的文字</translation>
    </message>
    <message>
        <source>The whole body (JSON)</source>
        <translation>完整请求正文（JSON）</translation>
    </message>
    <message>
        <source>{count} messages, {tokens} tokens, about {cached} of them from the cache.</source>
        <translation>{count} 条消息，{tokens} token，其中约 {cached} token 命中缓存。</translation>
    </message>
    <message>
        <source>Window: {window} tokens.</source>
        <translation>上下文窗口：{window} token。</translation>
    </message>
    <message>
        <source>Counts are estimated.</source>
        <translation>数值为估算。</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>fresh</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>[Shown: the first {count} characters of {all}.]</source>
        <translation>[仅显示前 {count} 个字符，共 {all} 个。]</translation>
    </message>
</context>
<context>
    <name>ReviewPresenter</name>
    <message>
        <source>The summary is in use: the next request is about {after} tokens instead of {before}.</source>
        <translation>摘要已启用：下次请求约 {after} token，原为 {before} token。</translation>
    </message>
    <message>
        <source>Saved as a new version of the summary.</source>
        <translation>已存为摘要的新版本。</translation>
    </message>
    <message>
        <source>Summary discarded; nothing was changed.</source>
        <translation>已丢弃该摘要；没有任何更改。</translation>
    </message>
    <message>
        <source>Nothing was decided: the summary waits in the conversation.</source>
        <translation>尚未决定：该摘要在对话中等待处理。</translation>
    </message>
    <message>
        <source>Your edit was not saved; it is there when you open the summary again.</source>
        <translation>你的修改尚未保存；再次打开该摘要时仍可继续。</translation>
    </message>
</context>
<context>
    <name>RichView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>复制链接地址</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>SaveStateBar</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Could not save: {why} Your changes are kept until they can be saved.</source>
        <translation>无法保存：{why}你的更改会保留到可以保存为止。</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
</context>
<context>
    <name>SavingsDialog</name>
    <message>
        <source>Savings</source>
        <translation>节省统计</translation>
    </message>
    <message>
        <source>Conversations counted</source>
        <translation>统计的会话</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>此会话</translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation>所有会话</translation>
    </message>
    <message>
        <source>Tokens saved less tokens spent, after each request</source>
        <translation>每次请求之后：节省的 token 减去花费的 token</translation>
    </message>
    <message>
        <source>Summaries, oldest first</source>
        <translation>摘要，从旧到新</translation>
    </message>
    <message>
        <source>after {count} requests</source>
        <translation>{count} 次请求后</translation>
    </message>
    <message>
        <source>tokens saved, net</source>
        <translation>净节省 token</translation>
    </message>
    <message>
        <source>No summary has been made by a model here yet.</source>
        <translation>这里还没有由模型生成的摘要。</translation>
    </message>
    <message>
        <source>Summaries took {spent} tokens; requests were {saved} tokens shorter for them.</source>
        <translation>摘要花费 {spent} token；请求因此缩短 {saved} token。</translation>
    </message>
    <message>
        <source>{count} requests have no known price and count in tokens only.</source>
        <translation>有 {count} 次请求价格未知，仅按 token 计算。</translation>
    </message>
    <message>
        <source>{currency}: {all} spent in all, {summaries} of it on summaries, which saved {least} (all cached) to {most} (all fresh).</source>
        <translation>{currency}：总共花费 {all}，其中摘要 {summaries}；摘要节省 {least}（全部命中缓存）至 {most}（全部未命中）。</translation>
    </message>
    <message>
        <source>Summary {number}: {spent} tokens, saved {saved} in {count} requests.</source>
        <translation>摘要 {number}：花费 {spent} token，在 {count} 次请求中节省 {saved} token。</translation>
    </message>
    <message>
        <source>Not paid back yet.</source>
        <translation>尚未回本。</translation>
    </message>
    <message>
        <source>Paid back with request {count}.</source>
        <translation>在第 {count} 次请求时回本。</translation>
    </message>
</context>
<context>
    <name>SearchDialog</name>
    <message>
        <source>Search all conversations</source>
        <translation>搜索所有会话</translation>
    </message>
    <message>
        <source>Words to look for</source>
        <translation>要查找的词语</translation>
    </message>
    <message>
        <source>Messages found</source>
        <translation>找到的消息</translation>
    </message>
    <message>
        <source>{count} messages found</source>
        <translation>找到 {count} 条消息</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>未找到任何内容。</translation>
    </message>
</context>
<context>
    <name>SectionEditor</name>
    <message>
        <source>edited</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Title of the section</source>
        <translation>部分的标题</translation>
    </message>
    <message>
        <source>Instruction for the section</source>
        <translation>部分的指令</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Undo reset</source>
        <translation>撤销重置</translation>
    </message>
    <message>
        <source>Start from the default text</source>
        <translation>从默认文本开始</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Section {title}</source>
        <translation>部分：{title}</translation>
    </message>
    <message>
        <source>Use section {title}</source>
        <translation>启用“{title}”部分</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
    <message>
        <source>{count} characters (default)</source>
        <translation>{count} 个字符（默认）</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Unset</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Follow the conversation</source>
        <translation>跟随会话</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Enter (Shift+Enter for a new line)</source>
        <translation>回车（Shift+回车换行）</translation>
    </message>
    <message>
        <source>Ctrl+Enter (Enter for a new line)</source>
        <translation>Ctrl+回车（回车换行）</translation>
    </message>
    <message>
        <source>A model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Extract (no model, no network)</source>
        <translation>摘录（不用模型，不联网）</translation>
    </message>
    <message>
        <source>In the system message</source>
        <translation>放在系统消息中</translation>
    </message>
    <message>
        <source>As a leading user message</source>
        <translation>作为开头的用户消息</translation>
    </message>
    <message>
        <source>Choose automatically</source>
        <translation>自动选择</translation>
    </message>
    <message>
        <source>In place (uses the provider&apos;s cache)</source>
        <translation>就地生成（利用服务商的缓存）</translation>
    </message>
    <message>
        <source>Separate (dialogue as data)</source>
        <translation>单独生成（对话作为数据）</translation>
    </message>
    <message>
        <source>For runs I start myself</source>
        <translation>仅限手动运行</translation>
    </message>
    <message>
        <source>For every run</source>
        <translation>每次运行</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>system (usual)</source>
        <translation>system（常用）</translation>
    </message>
    <message>
        <source>developer</source>
        <translation>developer</translation>
    </message>
    <message>
        <source>user (for models without a system role)</source>
        <translation>user（适用于没有系统角色的模型）</translation>
    </message>
    <message>
        <source>Minimal</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Summarise automatically</source>
        <translation>自动生成摘要</translation>
    </message>
    <message>
        <source>Off means off: no request is made unless you press Compress.</source>
        <translation>关闭后不会发出任何请求，除非你按下“压缩”。</translation>
    </message>
    <message>
        <source>When the context fills up</source>
        <translation>上下文将满时</translation>
    </message>
    <message>
        <source>Share of the window</source>
        <translation>占窗口的比例</translation>
    </message>
    <message>
        <source>Of the window less the reserved output: a summary starts when so much is used.</source>
        <translation>以窗口减去预留输出为基准：用量达到此比例时开始生成摘要。</translation>
    </message>
    <message>
        <source>After a number of messages</source>
        <translation>达到一定消息数时</translation>
    </message>
    <message>
        <source>Your messages since the last summary</source>
        <translation>上次摘要以来你的消息数</translation>
    </message>
    <message>
        <source>Counts only messages that you wrote.</source>
        <translation>只计算你写的消息。</translation>
    </message>
    <message>
        <source>After a time</source>
        <translation>经过一段时间后</translation>
    </message>
    <message>
        <source>Minutes since the last summary</source>
        <translation>上次摘要以来的分钟数</translation>
    </message>
    <message>
        <source>Fires only when there are new messages.</source>
        <translation>仅在有新消息时触发。</translation>
    </message>
    <message>
        <source>Minimum turns</source>
        <translation>最少轮数</translation>
    </message>
    <message>
        <source>No automatic summary before this many new turns.</source>
        <translation>新对话未满此轮数时，不自动生成摘要。</translation>
    </message>
    <message>
        <source>Recent messages kept</source>
        <translation>保留的最近消息数</translation>
    </message>
    <message>
        <source>The newest messages that stay word for word.</source>
        <translation>逐字保留的最新消息。</translation>
    </message>
    <message>
        <source>Rewrite every</source>
        <translation>重写间隔</translation>
    </message>
    <message>
        <source>Every N-th run reads the whole history again; 0 means never.</source>
        <translation>每第 N 次运行重新读取全部历史；0 表示从不。</translation>
    </message>
    <message>
        <source>Largest automatic rewrite</source>
        <translation>自动重写的最大长度</translation>
    </message>
    <message>
        <source>Tokens; a longer history is read again only when you ask for it.</source>
        <translation>单位为 token；更长的历史只在你要求时重新读取。</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>撰写者</translation>
    </message>
    <message>
        <source>A model, or the extract that needs no model and quotes telling sentences.</source>
        <translation>由模型撰写，或使用摘录：不用模型，直接引用关键句。</translation>
    </message>
    <message>
        <source>Summary model</source>
        <translation>摘要模型</translation>
    </message>
    <message>
        <source>A cheaper model can write the summaries.</source>
        <translation>可以用更便宜的模型撰写摘要。</translation>
    </message>
    <message>
        <source>Place of the summary</source>
        <translation>摘要的位置</translation>
    </message>
    <message>
        <source>In the system message, or as a leading user message for strict templates.</source>
        <translation>放在系统消息中；若模型的模板较严格，则作为开头的用户消息。</translation>
    </message>
    <message>
        <source>Form of the summary request</source>
        <translation>摘要请求的形式</translation>
    </message>
    <message>
        <source>In place reuses the provider&apos;s cache; separate sends the dialogue as data.</source>
        <translation>就地生成可利用服务商的缓存；单独生成将对话作为数据发送。</translation>
    </message>
    <message>
        <source>Language of the summary</source>
        <translation>摘要的语言</translation>
    </message>
    <message>
        <source>Append a dialogue review</source>
        <translation>附加对话回顾</translation>
    </message>
    <message>
        <source>One line per covered message, written by code, not by the model.</source>
        <translation>每条被摘要的消息一行，由程序而非模型写成。</translation>
    </message>
    <message>
        <source>Length of the dialogue review</source>
        <translation>对话回顾的长度</translation>
    </message>
    <message>
        <source>Characters; oldest lines go first.</source>
        <translation>单位为字符；最旧的行先删去。</translation>
    </message>
    <message>
        <source>Review before applying</source>
        <translation>应用前审阅</translation>
    </message>
    <message>
        <source>For runs you start yourself, for all runs, or never.</source>
        <translation>仅限手动运行、所有运行，或从不。</translation>
    </message>
    <message>
        <source>Output limit (max_tokens) of a summary</source>
        <translation>摘要的输出上限（max_tokens）</translation>
    </message>
    <message>
        <source>Time limit of a summary</source>
        <translation>摘要的时限</translation>
    </message>
    <message>
        <source>Seconds for a whole run, second tries included.</source>
        <translation>整次运行的秒数，包括重试。</translation>
    </message>
    <message>
        <source>Extra rules</source>
        <translation>附加规则</translation>
    </message>
    <message>
        <source>Binding rules, placed last.</source>
        <translation>必须遵守的规则，放在最后。</translation>
    </message>
    <message>
        <source>Title of the dialogue review</source>
        <translation>对话回顾的标题</translation>
    </message>
    <message>
        <source>Blank means the default.</source>
        <translation>留空则使用默认值。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>思考强度</translation>
    </message>
    <message>
        <source>Reply limit</source>
        <translation>回复上限</translation>
    </message>
    <message>
        <source>Tokens a reply may have at most.</source>
        <translation>一次回复最多可用的 token。</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Fresh input</source>
        <translation>未缓存输入</translation>
    </message>
    <message>
        <source>Cached input</source>
        <translation>缓存输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind of provider</source>
        <translation>服务商类型</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>API 地址</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>GGUF file of a local profile; blank: the bundled one.</source>
        <translation>本地模型配置的 GGUF 文件；留空则使用内置模型。</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>Tokens; not set when unknown.</source>
        <translation>单位为 token；未知时不设置。</translation>
    </message>
    <message>
        <source>Output limit</source>
        <translation>输出上限</translation>
    </message>
    <message>
        <source>Most tokens the model can answer with.</source>
        <translation>模型一次最多能输出的 token。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Name of the output limit</source>
        <translation>输出上限的参数名</translation>
    </message>
    <message>
        <source>Field of the request that carries the reply limit.</source>
        <translation>请求中表示回复上限的字段。</translation>
    </message>
    <message>
        <source>Role of the system prompt</source>
        <translation>系统提示词的角色</translation>
    </message>
    <message>
        <source>Some models accept the system prompt only under another role.</source>
        <translation>有些模型只接受以其他角色发送的系统提示词。</translation>
    </message>
    <message>
        <source>Accepts images</source>
        <translation>支持图片</translation>
    </message>
    <message>
        <source>Extra headers</source>
        <translation>附加请求头</translation>
    </message>
    <message>
        <source>Extra body fields</source>
        <translation>附加请求字段</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Empty: the system&apos;s; none: direct. This machine is always asked directly.</source>
        <translation>留空：使用系统代理；none：直接连接。对本机始终直接连接。</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>PEM file for a private authority.</source>
        <translation>私有证书机构的 PEM 文件。</translation>
    </message>
    <message>
        <source>Connect limit</source>
        <translation>连接时限</translation>
    </message>
    <message>
        <source>Seconds until the connection must stand.</source>
        <translation>建立连接的最长秒数。</translation>
    </message>
    <message>
        <source>First-token limit</source>
        <translation>首个 token 时限</translation>
    </message>
    <message>
        <source>Seconds until the first token.</source>
        <translation>等待首个 token 的最长秒数。</translation>
    </message>
    <message>
        <source>Idle limit</source>
        <translation>停顿时限</translation>
    </message>
    <message>
        <source>Seconds of silence in the middle of a reply.</source>
        <translation>回复途中允许停顿的最长秒数。</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试次数</translation>
    </message>
    <message>
        <source>Refused parameters</source>
        <translation>被拒绝的参数</translation>
    </message>
    <message>
        <source>Left out because the server refused them once.</source>
        <translation>因服务器曾经拒绝而不再发送。</translation>
    </message>
    <message>
        <source>Name conversations automatically</source>
        <translation>自动为会话命名</translation>
    </message>
    <message>
        <source>Model for titles</source>
        <translation>生成标题的模型</translation>
    </message>
    <message>
        <source>A small model is enough.</source>
        <translation>小模型就足够。</translation>
    </message>
    <message>
        <source>Language of titles</source>
        <translation>标题的语言</translation>
    </message>
    <message>
        <source>Show where we were after a day</source>
        <translation>隔一天后显示“上次聊到”</translation>
    </message>
    <message>
        <source>Messages it looks at</source>
        <translation>读取的消息数</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>Points; not set: the system&apos;s.</source>
        <translation>单位为磅；不设置则跟随系统。</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Send with</source>
        <translation>发送键</translation>
    </message>
    <message>
        <source>Ask before a second provider sees a conversation</source>
        <translation>会话将发往另一个服务商时先询问</translation>
    </message>
    <message>
        <source>Asked once for each pair of providers.</source>
        <translation>每两个服务商之间只询问一次。</translation>
    </message>
    <message>
        <source>Look for updates</source>
        <translation>检查更新</translation>
    </message>
    <message>
        <source>Off unless you switch it on.</source>
        <translation>默认关闭，由你开启。</translation>
    </message>
    <message>
        <source>Recall older messages</source>
        <translation>召回较早的消息</translation>
    </message>
    <message>
        <source>Adds older messages that match the question to a request.</source>
        <translation>将与问题相关的较早消息加入请求。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>未找到任何内容。</translation>
    </message>
</context>
<context>
    <name>SettingsPages</name>
    <message>
        <source>Profiles</source>
        <translation>模型配置</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Titles &amp; background</source>
        <translation>标题与背景</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Data &amp; privacy</source>
        <translation>数据与隐私</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Loading {name}… {seconds} s</source>
        <translation>正在加载 {name}… {seconds} 秒</translation>
    </message>
    <message>
        <source>{reason}. Attempt {attempt} in {seconds} s</source>
        <translation>{reason}。{seconds} 秒后进行第 {attempt} 次尝试</translation>
    </message>
    <message>
        <source>Waiting for the first words…</source>
        <translation>正在等待回复…</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>No reply</source>
        <translation>没有回复</translation>
    </message>
    <message>
        <source>Cut off: the reply reached its length limit.</source>
        <translation>已截断：回复达到长度上限。</translation>
    </message>
    <message>
        <source>Cut off by the provider&apos;s content filter.</source>
        <translation>已被服务商的内容过滤截断。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Open profile</source>
        <translation>打开模型配置</translation>
    </message>
    <message>
        <source>Summary settings</source>
        <translation>摘要设置</translation>
    </message>
    <message>
        <source>Unlock keychain</source>
        <translation>解锁密钥链</translation>
    </message>
    <message>
        <source>Compress now</source>
        <translation>立即压缩</translation>
    </message>
    <message>
        <source>Choose model file</source>
        <translation>选择模型文件</translation>
    </message>
</context>
<context>
    <name>StatusWords</name>
    <message>
        <source>Last reply: {sent} tokens sent, {received} received</source>
        <translation>上次回复：发送 {sent} token，接收 {received} token</translation>
    </message>
    <message>
        <source>{cached} from the cache</source>
        <translation>{cached} token 命中缓存</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
</context>
<context>
    <name>SummaryCard</name>
    <message>
        <source>Summary in progress</source>
        <translation>正在生成摘要</translation>
    </message>
    <message>
        <source>The summary was not made</source>
        <translation>摘要未生成</translation>
    </message>
    <message>
        <source>Summarising {count} messages…</source>
        <translation>正在为 {count} 条消息生成摘要…</translation>
    </message>
    <message>
        <source>Summarising…</source>
        <translation>正在生成摘要…</translation>
    </message>
    <message>
        <source>Extract without a model</source>
        <translation>不用模型，改用摘录</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Summary to review</source>
        <translation>待审阅的摘要</translation>
    </message>
    <message>
        <source>Summary, switched off</source>
        <translation>摘要（已关闭）</translation>
    </message>
    <message>
        <source>Earlier summary</source>
        <translation>较早的摘要</translation>
    </message>
    <message>
        <source>Summary of the {count} messages above</source>
        <translation>以上 {count} 条消息的摘要</translation>
    </message>
    <message>
        <source>by {model}</source>
        <translation>由 {model} 撰写</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>extract, written without a model</source>
        <translation>摘录，未使用模型</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>由你编辑</translation>
    </message>
    <message>
        <source>{before} → {after} tokens</source>
        <translation>{before} → {after} token</translation>
    </message>
    <message>
        <source>Out of date: messages it covers were changed or deleted.</source>
        <translation>已过期：所涵盖的消息已被更改或删除。</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>View</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Versions ({count})</source>
        <translation>版本（{count}）</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Rewrite</source>
        <translation>重写</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Text of the summary</source>
        <translation>摘要文字</translation>
    </message>
</context>
<context>
    <name>SummaryPage</name>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>A summary stands for the older part of a long conversation. The messages themselves stay; every summary can be read, edited and undone.</source>
        <translation>摘要代替长会话中较早的部分。消息本身仍然保留；每份摘要都可以阅读、编辑和撤销。</translation>
    </message>
    <message>
        <source>Profile whose summary settings are shown</source>
        <translation>显示其摘要设置的模型配置</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>模型配置</translation>
    </message>
    <message>
        <source>Copy to other profiles…</source>
        <translation>复制到其他模型配置…</translation>
    </message>
    <message>
        <source>Prompt preview</source>
        <translation>提示词预览</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时机</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>How</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Same as the chat</source>
        <translation>与聊天相同</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>各部分</translation>
    </message>
    <message>
        <source>What the summary is made of. Changes are kept for each language; an empty field means the default text.</source>
        <translation>摘要由这些部分组成。更改按语言分别保存；留空表示使用默认文本。</translation>
    </message>
    <message>
        <source>Edit the texts for</source>
        <translation>编辑哪种语言的文本</translation>
    </message>
    <message>
        <source>Chinese prompts</source>
        <translation>中文提示词</translation>
    </message>
    <message>
        <source>English prompts</source>
        <translation>英文提示词</translation>
    </message>
    <message>
        <source>Reset all sections</source>
        <translation>重置所有部分</translation>
    </message>
    <message>
        <source>Try on a past conversation…</source>
        <translation>用过去的会话试验…</translation>
    </message>
    <message>
        <source>Rules of your own</source>
        <translation>自定义规则</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>{share}; the window of this profile is unknown, so only the other triggers count</source>
        <translation>{share}；此模型配置的窗口未知，因此只有其他触发条件有效</translation>
    </message>
    <message>
        <source>{share} = {tokens} tokens of this profile&apos;s window</source>
        <translation>{share} = 此模型配置窗口中的 {tokens} token</translation>
    </message>
</context>
<context>
    <name>SummaryPresenter</name>
    <message>
        <source>Messages under it were edited or deleted. Until it is rewritten or switched off, what it says of them is still sent.</source>
        <translation>其下的消息已被编辑或删除。在重写或关闭之前，摘要中关于它们的内容仍会发送。</translation>
    </message>
    <message>
        <source>Summary switched off; the messages are sent again.</source>
        <translation>摘要已关闭；消息恢复发送。</translation>
    </message>
</context>
<context>
    <name>SummaryReview</name>
    <message>
        <source>Review the summary</source>
        <translation>审阅摘要</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Add the chosen to the summary</source>
        <translation>将所选内容加入摘要</translation>
    </message>
    <message>
        <source>Pin the chosen as facts</source>
        <translation>将所选内容设为固定事实</translation>
    </message>
    <message>
        <source>Text of the summary</source>
        <translation>摘要文字</translation>
    </message>
    <message>
        <source>Changes against the former summary</source>
        <translation>与之前摘要的差异</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Sources of each line</source>
        <translation>每一行的来源</translation>
    </message>
    <message>
        <source>{count} messages, written by {engine}. Next request: {before} tokens now, {after} after.</source>
        <translation>{count} 条消息，撰写者：{engine}。下次请求：现为 {before} token，之后为 {after} token。</translation>
    </message>
    <message>
        <source>That is {share} % less.</source>
        <translation>减少 {share} %。</translation>
    </message>
    <message>
        <source>That saves nothing yet: these messages are short.</source>
        <translation>目前还没有节省：这些消息很短。</translation>
    </message>
    <message>
        <source>Your messages stay stored and readable.</source>
        <translation>你的消息仍会保存，随时可读。</translation>
    </message>
    <message>
        <source>Possibly lost</source>
        <translation>可能遗漏</translation>
    </message>
    <message>
        <source>Exact details of these messages that neither the summary nor your facts carry. Found without a model.</source>
        <translation>这些消息中的确切细节，既不在摘要里，也不在固定事实里。查找时不使用模型。</translation>
    </message>
    <message>
        <source>Possibly lost details</source>
        <translation>可能遗漏的细节</translation>
    </message>
    <message>
        <source>Closing the window decides nothing: the summary waits in the conversation.</source>
        <translation>关闭窗口不作任何决定：该摘要会在对话中等待处理。</translation>
    </message>
    <message>
        <source>The version before stays under Versions.</source>
        <translation>之前的版本保留在“版本”中。</translation>
    </message>
    <message>
        <source>Use this summary</source>
        <translation>使用此摘要</translation>
    </message>
    <message>
        <source>Save as new version</source>
        <translation>保存为新版本</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>the extract (no model)</source>
        <translation>摘录（未用模型）</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>未找到任何内容。</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>web address</source>
        <translation>网址</translation>
    </message>
    <message>
        <source>file path</source>
        <translation>文件路径</translation>
    </message>
    <message>
        <source>e-mail address</source>
        <translation>邮箱地址</translation>
    </message>
    <message>
        <source>code identifier</source>
        <translation>代码标识符</translation>
    </message>
    <message>
        <source>quotation</source>
        <translation>引文</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>pinned message</source>
        <translation>固定消息</translation>
    </message>
    <message>
        <source>{count} source messages</source>
        <translation>{count} 条来源消息</translation>
    </message>
    <message>
        <source>no source found</source>
        <translation>未找到来源</translation>
    </message>
</context>
<context>
    <name>SummaryView</name>
    <message>
        <source>All other profiles</source>
        <translation>所有其他模型配置</translation>
    </message>
    <message>
        <source>Summary settings copied; profiles changed: {count}.</source>
        <translation>摘要设置已复制；更改的模型配置：{count} 个。</translation>
    </message>
    <message>
        <source>Reset all sections</source>
        <translation>重置所有部分</translation>
    </message>
    <message>
        <source>Set every section of this language back to the default?</source>
        <translation>将此语言的所有部分恢复为默认？</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>All sections are back to the default.</source>
        <translation>所有部分已恢复默认。</translation>
    </message>
</context>
<context>
    <name>SummaryWords</name>
    <message>
        <source>{count} more tokens</source>
        <translation>{count} token</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>Automatic summaries are off for this profile.</source>
        <translation>此模型配置已关闭自动摘要。</translation>
    </message>
    <message>
        <source>Automatic summaries pause: the last one failed. Change the settings or compress.</source>
        <translation>自动摘要已暂停：上一次失败。请更改设置或手动压缩。</translation>
    </message>
    <message>
        <source>Automatic summaries pause: the last one saved less than 5 %.</source>
        <translation>自动摘要已暂停：上一次节省不到 5 %。</translation>
    </message>
    <message>
        <source>Next automatic summary: {left}.</source>
        <translation>下次自动摘要：{left}。</translation>
    </message>
    <message>
        <source>about {count} more tokens</source>
        <translation>约 {count} token</translation>
    </message>
    <message>
        <source>{count} messages</source>
        <translation>{count} 条消息</translation>
    </message>
    <message>
        <source>never, every trigger is off</source>
        <translation>不会进行，所有触发条件均已关闭</translation>
    </message>
    <message>
        <source>after {things}</source>
        <translation>再经过{things}之后</translation>
    </message>
    <message>
        <source>{count} older messages: the summary stands for them.</source>
        <translation>{count} 条较早的消息：由摘要代替。</translation>
    </message>
    <message>
        <source>Failed replies, not sent: {count}.</source>
        <translation>失败的回复，不发送：{count} 条。</translation>
    </message>
    <message>
        <source>{count} replies are still being written.</source>
        <translation>{count} 条回复仍在生成。</translation>
    </message>
    <message>
        <source>{count} empty messages are not sent.</source>
        <translation>{count} 条空消息不发送。</translation>
    </message>
    <message>
        <source>{count} messages are not sent.</source>
        <translation>{count} 条消息不发送。</translation>
    </message>
    <message>
        <source>No automatic summary: no trigger is on.</source>
        <translation>没有自动摘要：未启用任何触发条件。</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Next automatic summary: after about {left}</source>
        <translation>下次自动摘要：再过约 {left}</translation>
    </message>
    <message>
        <source>In a new conversation, the first automatic summary: after about {left}</source>
        <translation>新会话中的首次自动摘要：约 {left}之后</translation>
    </message>
    <message>
        <source>Automatic summaries are off; the Compress button still works.</source>
        <translation>自动摘要已关闭；“压缩”按钮仍然可用。</translation>
    </message>
    <message>
        <source>Automatic summaries wait: the last run failed. Change a setting or retry it.</source>
        <translation>自动摘要暂停：上次运行失败。请更改设置或重试。</translation>
    </message>
    <message>
        <source>Automatic summaries wait: the last one saved less than 5 %.</source>
        <translation>自动摘要暂停：上一次节省不到 5 %。</translation>
    </message>
    <message>
        <source>No automatic summary at present.</source>
        <translation>目前没有自动摘要。</translation>
    </message>
    <message>
        <source>{count} days</source>
        <translation>{count} 天</translation>
    </message>
    <message>
        <source>{count} hours</source>
        <translation>{count} 小时</translation>
    </message>
    <message>
        <source>{count} minutes</source>
        <translation>{count} 分钟</translation>
    </message>
    <message>
        <source>All sections are off, so the texts of the sections have no effect.</source>
        <translation>所有部分均已关闭，因此各部分的文本不起作用。</translation>
    </message>
    <message>
        <source>Another section has the title “{detail}” too; the model will mix them up.</source>
        <translation>另一个部分的标题也是“{detail}”；模型会混淆它们。</translation>
    </message>
    <message>
        <source>This text is in another language than the prompt around it.</source>
        <translation>此文本与前后的提示词语言不同。</translation>
    </message>
    <message>
        <source>Prompt and answer do not fit the model&apos;s window ({detail} tokens).</source>
        <translation>提示词和回答超出了模型的上下文窗口（{detail} token）。</translation>
    </message>
    <message>
        <source>This model&apos;s window is smaller than the trigger ({detail} tokens): it works in pieces.</source>
        <translation>此模型的窗口小于触发值（{detail} token）：将分段处理。</translation>
    </message>
    <message>
        <source>This profile was deleted: summaries will fail until you choose another.</source>
        <translation>此模型配置已被删除：选择其他配置之前，摘要会失败。</translation>
    </message>
    <message>
        <source>No trigger is on, so no automatic summary will ever start.</source>
        <translation>未启用任何触发条件，因此不会自动生成摘要。</translation>
    </message>
    <message>
        <source>The window of this profile is unknown, so this trigger never fires.</source>
        <translation>此模型配置的窗口未知，因此该触发条件永远不会生效。</translation>
    </message>
    <message>
        <source>So many messages are kept that a run after {detail} new ones would find nothing to fold.</source>
        <translation>保留的消息太多，新增 {detail} 条后运行也没有可压缩的内容。</translation>
    </message>
</context>
<context>
    <name>TableView</name>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>TasksPage</name>
    <message>
        <source>Titles &amp; background</source>
        <translation>标题与背景</translation>
    </message>
    <message>
        <source>Two small requests beside the chat. Each can be switched off.</source>
        <translation>聊天之外的两种小请求，均可关闭。</translation>
    </message>
    <message>
        <source>Same as the chat</source>
        <translation>与聊天相同</translation>
    </message>
    <message>
        <source>Titles</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation>会话</translation>
    </message>
</context>
<context>
    <name>UpdateNotice</name>
    <message>
        <source>Look for new versions?</source>
        <translation>要检查新版本吗？</translation>
    </message>
    <message>
        <source>Throughline would read one small file at each start and tell you. It never downloads anything by itself. The privacy settings can change this.</source>
        <translation>Throughline 会在每次启动时读取一个小文件并告知你，绝不会自行下载任何内容。可在隐私设置中更改。</translation>
    </message>
    <message>
        <source>Yes, tell me</source>
        <translation>好，请告知</translation>
    </message>
    <message>
        <source>Throughline {version} is available</source>
        <translation>Throughline {version} 已发布</translation>
    </message>
    <message>
        <source>Get it where you got this version; your data stays as it is.</source>
        <translation>请从获取本版本的地方下载；你的数据保持不变。</translation>
    </message>
</context>
<context>
    <name>VersionsDialog</name>
    <message>
        <source>Versions of the summary</source>
        <translation>摘要的版本</translation>
    </message>
    <message>
        <source>Versions, newest first</source>
        <translation>版本，从新到旧</translation>
    </message>
    <message>
        <source>Text, with the changes against the one before</source>
        <translation>文字，标出与上一版本的差异</translation>
    </message>
    <message>
        <source>Put in force</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>extract, no model</source>
        <translation>摘录，未用模型</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>由你编辑</translation>
    </message>
    <message>
        <source>on</source>
        <translation>启用中</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>waits for your review</source>
        <translation>等待审阅</translation>
    </message>
    <message>
        <source>{count} messages</source>
        <translation>{count} 条消息</translation>
    </message>
</context>
<context>
    <name>_FactList</name>
    <message>
        <source>Facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Double-click to edit, drag to order</source>
        <translation>双击编辑，拖动排序</translation>
    </message>
    <message>
        <source>A fact to keep word for word</source>
        <translation>要逐字保留的事实</translation>
    </message>
    <message>
        <source>New fact</source>
        <translation>新事实</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add the fact</source>
        <translation>添加事实</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the chosen fact</source>
        <translation>移除所选事实</translation>
    </message>
</context>
</TS>
